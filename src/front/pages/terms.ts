import { type Brand, responsible } from '#domain/brand'
import { html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { whoAnswers } from './who-answers.ts'

/** On what terms these pages are read and the market is used. */
export const termsPage = (brand: Brand, isDemonstration: boolean): FrontPage => ({
  title: 'Terms',
  description: `On what terms ${brand.name} is read and used.`,
  body: html`<h1>Terms</h1>
    <p class="lead measure">
      On what terms these pages are read and this market is used. ${whoAnswers(brand)}
    </p>
    <div class="prose">
      ${
        isDemonstration &&
        html`<p class="note">
          This is a demonstration. Nothing in it is bought or sold, and nobody is bound by what is entered
          here.
        </p>`
      }
      <h2>What these pages are</h2>
      <p>
        The register and the results show what this market knows, as at the day that each page names. They are
        no advice, and they take the place of no register that the law demands, such as the biodiversity gain
        sites register. You may copy and quote them if you say where they come from and as at which day.
      </p>
      <h2>Who may take part</h2>
      <p>
        Organisations that the market operator has admitted, through people who act for them. Each person has
        an account of their own; what is done with it counts as done by them, so keep it to yourself and tell
        us at once if somebody else may have used it.
      </p>
      <h2>What binds</h2>
      <p>
        An offer or a bid that stands when its round closes for bids and offers can win, and then binds as the
        round’s declarations and agreements say, which you are shown and agree to before. Winners and prices
        follow from the
        <a href="/how-it-works">published rule</a> and from nothing else. Amounts are sealed until the round
        closes; afterwards the market operator reads them, and other parties are not shown any single amount.
        The published rule also says who could read one before.
      </p>
      <h2>What we may do</h2>
      <p>
        The market operator may refuse, suspend or end the part of somebody who breaks these terms or the
        rules of a round, and says why. ${responsible(brand)} does not promise that these pages are always
        there or without mistakes; mistakes are corrected openly, and the record keeps both states. Nothing
        here takes away a right that the law gives you.
      </p>
      <h2>Which law</h2>
      <p>
        That of England and Wales. Questions and complaints:
        <a href="mailto:${brand.contact}">${brand.contact}</a>.
      </p>
      <p class="note">
        This text comes with the product. What it leaves open, such as fees, liability and the steps of a
        dispute, is for the declarations and agreements of each round; whoever runs a market has them looked
        at by a lawyer before it opens.
      </p>
    </div>`,
})
