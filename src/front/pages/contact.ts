import type { Brand } from '#domain/people/brand'
import { html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { responsibleOrganisationText } from './who-answers.ts'

/** Contact page: who runs the market, and how to reach them about what. */
export const contactPage = (brand: Brand): PublicPage => ({
  title: 'Who runs this market',
  description: `Who runs ${brand.name}, and how to reach them.`,
  body: html`<h1>Who runs this market</h1>
    <p class="lead measure">
      A market operator runs ${brand.name}. It opens rounds, checks projects, has offers and bids matched by
      the published rule, and keeps the register. ${responsibleOrganisationText(brand)}
    </p>
    <p><a class="button button-primary" href="mailto:${brand.contact}">Email ${brand.contact}</a></p>
    <section class="part prose measure">
      <h2>About a project, a bid or your account</h2>
      <p>
        Tell us the market round, and the reference at the top of the page that you are asking about. Never
        send a password or a code. We never ask for one.
      </p>
      <h2>About a decision</h2>
      <p>
        The activity of each project, requirement and match shows every decision with its reason and date. If
        you think a decision is wrong, tell us which one and why. The rule that decides winners and prices
        <a href="/how-it-works">is published</a>, and anyone can <a href="/verify">check</a> the result of a
        round.
      </p>
      <h2>About your personal data</h2>
      <p>The <a href="/privacy">privacy notice</a> explains what we keep and what your rights are.</p>
      <h2>About a page that you cannot use</h2>
      <p>
        The <a href="/accessibility">accessibility statement</a> lists known problems and explains how to
        report one.
      </p>
      <h2 id="weakness">About a security problem</h2>
      <p>
        If you find a way to see or do something that you should not be able to, email the same address before
        you tell anyone else. Say what you did, what happened, and what someone could do with it. Please do
        not look at more of other people’s data than you need to show the problem, and do not damage anything.
      </p>
    </section>`,
})
