import { type Brand, responsibleEntity } from '#domain/people/brand'
import { html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { responsibleOrganisationText } from './who-answers.ts'

/** Terms of use of these pages and of the market. */
export const termsPage = (brand: Brand, isDemonstration: boolean): PublicPage => ({
  title: 'Terms',
  description: `Terms of use of ${brand.name}.`,
  body: html`<h1>Terms</h1>
    <p class="lead measure">
      These are the terms on which you can use these pages and this market.
      ${responsibleOrganisationText(brand)}
    </p>
    <div class="prose measure">
      ${
        isDemonstration &&
        html`<p class="note">
          This is a demonstration. Nothing is bought or sold here, and nothing that you enter is binding.
        </p>`
      }
      <h2>About these pages</h2>
      <p>
        The register and the results show what this market knows, as at the date on each page. They are not
        advice, and they do not replace any register that the law requires, such as the biodiversity gain
        sites register. You may copy and quote them if you name the source and the date.
      </p>
      <h2>Who may take part</h2>
      <p>
        Organisations that the market operator has admitted can take part, through the people who act for
        them. Each person has their own account and is responsible for what is done with it. Do not share your
        account, and tell us at once if you think someone else has used it.
      </p>
      <h2>When an offer or bid is binding</h2>
      <p>
        An offer or bid that is in place when its round closes for bids and offers can win. If it wins, it is
        binding as set out in the declarations and agreements of the round, which you see and agree to
        beforehand. Only the <a href="/how-it-works">published rule</a> decides winners and prices. Amounts
        are sealed until the round closes. After that the market operator can see them, but other parties
        never see a single amount. The published rule also says who could see an amount before then.
      </p>
      <h2>What we can do</h2>
      <p>
        If someone breaks these terms or the rules of a round, the market operator may refuse, suspend or end
        their participation, and will say why. ${responsibleEntity(brand)} does not promise that these pages
        are always available or free of mistakes. We correct mistakes openly, and the record keeps both
        versions. Nothing here takes away a right that the law gives you.
      </p>
      <h2>Which law applies</h2>
      <p>
        The law of England and Wales applies. For questions and complaints, email
        <a href="mailto:${brand.contact}">${brand.contact}</a>.
      </p>
      <p class="note">
        This text comes with the product. The declarations and agreements of each round set out everything
        else, such as fees, liability and how disputes are resolved. The market operator should have a lawyer
        check them before the market opens.
      </p>
    </div>`,
})
