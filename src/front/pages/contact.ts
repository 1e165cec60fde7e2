import type { Brand } from '#domain/brand'
import { html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { whoAnswers } from './who-answers.ts'

/** Who runs the market, and how to reach them about what. */
export const contactPage = (brand: Brand): FrontPage => ({
  title: 'Who runs this market',
  description: `Who runs ${brand.name}, and how to reach them.`,
  body: html`<h1>Who runs this market</h1>
    <p class="lead measure">
      ${brand.name} is run by a market operator: it opens the rounds, checks projects, has them matched by the
      published rule, and keeps the register. ${whoAnswers(brand)}
    </p>
    <p><a class="button" href="mailto:${brand.contact}">Write to ${brand.contact}</a></p>
    <section class="part prose">
      <h2>About a project, a bid or your account</h2>
      <p>
        Name the market round and the reference of the thing, which stands at the head of its page. Never send
        a password or a code: nobody here asks for one.
      </p>
      <h2>About a decision</h2>
      <p>
        Every decision on a project, a requirement or a match has its reason and its day in the activity of
        the thing. If you think that it is wrong, write which one and why. How winners and prices come about
        <a href="/how-it-works">is published</a>, and the result of every round can be
        <a href="/verify">checked</a> by anybody.
      </p>
      <h2>About what is kept on you</h2>
      <p><a href="/privacy">Privacy</a> says what that is and what you can ask for.</p>
      <h2>About a page that you cannot use</h2>
      <p>The <a href="/accessibility">accessibility statement</a> says what is known, and how to tell us.</p>
      <h2 id="weakness">About a weakness</h2>
      <p>
        If you have found a way to read or do what you should not, write to the same address before you tell
        others: what you did, what came of it, and what you think it lets somebody do. Please look at no more
        of other people’s data than shows it, and break nothing.
      </p>
    </section>`,
})
