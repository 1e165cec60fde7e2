import { html, type Html } from '../html.ts'
import type { FrontPage } from '../layout.ts'

const ONE_CLICK = 'List-Unsubscribe'

const pageOf = (title: string, body: Html): FrontPage => ({
  title,
  description: 'Ends letters of one kind to one person.',
  isPrivate: true,
  body: html`<h1>${title}</h1>
    ${body}`,
})

const CHOOSE = html`<p><a href="/profile#letters">Choose which letters you get</a></p>`

/** Asks whether letters of a kind are to end; opening the page ends nothing, since programs that look into letters open it too. */
export const unsubscribePage = (what: string, path: string): FrontPage =>
  pageOf(
    'Stop these letters?',
    html`<p class="lead measure">
        ${what}: you get a letter of this kind no more once you press the button. Everything is still in your
        inbox, and all other letters come as before.
      </p>
      <form class="question" method="post" action="${path}">
        <input type="hidden" name="${ONE_CLICK}" value="One-Click" />
        <button class="button" type="submit">Stop these letters</button>
      </form>
      ${CHOOSE}`,
  )

/** Says that letters of a kind have ended. */
export const unsubscribedPage = (what: string): FrontPage =>
  pageOf(
    'These letters have ended',
    html`<p class="lead measure">
        ${what}: you get no more letters of this kind. They are still in your inbox.
      </p>
      ${CHOOSE}`,
  )

/** Says that a link to end letters is none of ours. */
export const noUnsubscribePage = pageOf(
  'This link does not work',
  html`<p class="lead measure">
      It may have broken when it was copied, or it is from before the market changed its key. Sign in, and
      choose there which letters you get.
    </p>
    ${CHOOSE}`,
)
