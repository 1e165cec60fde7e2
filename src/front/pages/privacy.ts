import type { Brand } from '#domain/people/brand'
import { keysOf } from '#domain/values/narrow'
import { RETENTION_RULES, retentionText } from '#domain/disclosure/retention'
import { html } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import { responsibleOrganisationText } from './who-answers.ts'

/** Privacy notice: data on people, purposes and retention periods. */
export const privacyPage = (brand: Brand): PublicPage => ({
  title: 'Privacy',
  description: 'What personal data this market keeps, why and for how long, and your rights.',
  body: html`<h1>Privacy</h1>
    <p class="lead measure">
      This notice explains what personal data this market keeps, why, and for how long.
      ${responsibleOrganisationText(brand)} Data with a time limit is deleted automatically when the time is
      over.
    </p>
    <div class="table-scroll" role="region" aria-label="Personal data that we keep" tabindex="0">
      <table class="table table-of-words" role="table">
        <caption class="sr-only">
          Personal data that we keep
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">What we keep, and why</th>
            <th scope="col" role="columnheader">For how long</th>
            <th scope="col" role="columnheader">Lawful basis</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${keysOf(RETENTION_RULES).map(id => {
            const { what, whatFor, basis } = RETENTION_RULES[id]
            return html`<tr role="row">
              <th scope="row" role="rowheader">
                ${what}
                <p class="quiet small">${whatFor}</p>
              </th>
              <td role="cell" data-label="For how long">${retentionText(RETENTION_RULES[id])}</td>
              <td role="cell" data-label="Lawful basis">${basis}</td>
            </tr>`
          })}
        </tbody>
      </table>
    </div>
    <section class="part prose measure">
      <h2>Your rights</h2>
      <p>
        You can ask for a copy of your personal data, have mistakes corrected, and have your account and your
        name removed. What you did for your organisation stays on record without your name.
        <a href="mailto:${brand.contact}">Email us</a> to ask for any of these. You can also complain to the
        <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner’s Office</a>.
      </p>
      <h2>Cookies</h2>
      <p>
        These public pages set no cookies. When you sign in, one cookie keeps you signed in and another
        recognises your browser next time. If the market runs on several databases, a third cookie makes sure
        that you see what you have just saved. Your choice of the light or dark theme is stored in your
        browser and is not sent to us. We do not track visitors or count them, and we pass nothing on to
        advertisers.
      </p>
    </section>`,
})
