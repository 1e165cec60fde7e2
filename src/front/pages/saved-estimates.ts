import {
  ESTIMATE_CONFIRMATION_HOURS,
  MAX_CONFIRMATIONS_A_DAY,
  MAX_SAVED_ESTIMATES,
} from '#domain/project/saved-estimate'
import { type Html, html } from '../html.ts'
import type { PublicPage } from '../layout.ts'

const DESKS = html`<p class="measure">
  <a href="/desk/land">Estimate what land can earn</a> or
  <a href="/desk/need">what credits are likely to cost</a>.
</p>`

const pageOf = (title: string, body: Html): PublicPage => ({
  title,
  description: 'Emails about rounds that fit an estimate.',
  isPrivate: true,
  body: html`<h1>${title}</h1>
    ${body}`,
})

const buttonForm = (path: string, label: string): Html =>
  html`<form class="question" method="post" action="${path}">
    <button class="button button-primary" type="submit">${label}</button>
  </form>`

/** Says what happens after an estimate is saved; the same for every address. */
export const estimateSavedPage: PublicPage = pageOf(
  'Check your email',
  html`<p class="lead measure">
      We have sent you a link. Follow it within ${ESTIMATE_CONFIRMATION_HOURS} hours to confirm your address.
      Until then we send you nothing else.
    </p>
    <p class="measure">
      No email? Look in your spam folder. We send at most ${MAX_CONFIRMATIONS_A_DAY} such links to one address
      in a day, and one address can have at most ${MAX_SAVED_ESTIMATES} estimates.
    </p>
    ${DESKS}`,
)

/** Asks the owner of an address to confirm an estimate. Opening the page changes nothing, because programs that scan emails open it, too. */
export const confirmEstimatePage = (what: string, path: string): PublicPage =>
  pageOf(
    'Confirm your email address',
    html`<p class="lead measure">
        <strong>${what}</strong>: we will email you when a round that fits is announced or opens. Each email
        has a link to stop them.
      </p>
      ${buttonForm(path, 'Confirm my address')}`,
  )

/** Says that an estimate is confirmed. */
export const estimateConfirmedPage = (signUp: string): PublicPage =>
  pageOf(
    'Your address is confirmed',
    html`<p class="lead measure">
        We will email you when a round that fits is announced or opens. If you sign up with this address, your
        estimate becomes a draft project or credit requirement in the round that you join.
      </p>
      <p class="start-ways">
        <a class="button button-primary" href="/rounds">See all rounds</a>
        <a class="button button-plain" href="${signUp}">Sign up</a>
      </p>`,
  )

/** Asks for confirmation before an estimate and its address are deleted. */
export const endEstimatePage = (path: string): PublicPage =>
  pageOf(
    'Stop these emails?',
    html`<p class="lead measure">
        If you press the button, we delete this estimate with your address, and send you no more emails about
        it.
      </p>
      ${buttonForm(path, 'Stop these emails')}`,
  )

/** Says that an estimate is deleted. */
export const estimateEndedPage: PublicPage = pageOf(
  'You will not get any more of these emails',
  html`<p class="lead measure">We have deleted the estimate and its address.</p>
    ${DESKS}`,
)

/** Says that a link is invalid, or was used before. */
export const invalidEstimateLinkPage: PublicPage = pageOf(
  'This link does not work',
  html`<p class="lead measure">
      It works once, and a link to confirm an address works for ${ESTIMATE_CONFIRMATION_HOURS} hours. Perhaps
      you have used it, or it was not copied in full. You can save your estimate again.
    </p>
    ${DESKS}`,
)
