import type { Brand } from '#domain/brand'
import { keysOf } from '#domain/narrow'
import { KEPT, lifeOf } from '#domain/retention'
import { html } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { whoAnswers } from './who-answers.ts'

/** What the market keeps on people, what for and for how long. */
export const privacyPage = (brand: Brand): FrontPage => ({
  title: 'Privacy',
  description: 'What this market keeps on people, what for, for how long, and what you can ask for.',
  body: html`<h1>Privacy</h1>
    <p class="lead measure">
      What this market keeps on people. ${whoAnswers(brand)} What has a time is removed by itself when that is
      over.
    </p>
    <div class="table-scroll" role="region" aria-label="What is kept on people" tabindex="0">
      <table class="table table-of-words" role="table">
        <caption class="sr-only">
          What is kept on people
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">What is kept, and what for</th>
            <th scope="col" role="columnheader">For how long</th>
            <th scope="col" role="columnheader">Lawful basis</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${keysOf(KEPT).map(id => {
            const { what, whatFor, basis } = KEPT[id]
            return html`<tr role="row">
              <th scope="row" role="rowheader">
                ${what}
                <p class="quiet small">${whatFor}</p>
              </th>
              <td role="cell" data-label="For how long">${lifeOf(KEPT[id])}</td>
              <td role="cell" data-label="Lawful basis">${basis}</td>
            </tr>`
          })}
        </tbody>
      </table>
    </div>
    <section class="part prose">
      <h2>What you can ask for</h2>
      <p>
        You can ask for a copy of everything that is kept on you, have what is wrong corrected, and have your
        account and your name removed. What you did for your organisation stays on record without your name.
        <a href="mailto:${brand.contact}">Write to us</a>; you can also complain to the
        <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner’s Office</a>.
      </p>
      <h2>Cookies</h2>
      <p>
        These public pages set none. Once you sign in, one cookie keeps you signed in and another knows this
        browser again; where the market runs on several databases, a third sees to it that you read what you
        have just written. Whether you chose the light or the dark look is kept in your browser and sent
        nowhere. Nothing counts or follows visitors, and nothing is passed on to advertisers.
      </p>
    </section>`,
})
