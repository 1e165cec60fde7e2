import { html, type Html } from '../html.ts'
import type { PublicPage } from '../layout.ts'

const ONE_CLICK = 'List-Unsubscribe'

const pageOf = (title: string, body: Html): PublicPage => ({
  title,
  description: 'Stop getting one kind of email.',
  isPrivate: true,
  body: html`<h1>${title}</h1>
    ${body}`,
})

const CHOOSE = html`<p><a href="/profile#letters">Choose which emails you get</a></p>`

/** The kind of emails, in words, and whether the recipient is a person with an inbox on this site. */
interface Stopping {
  title: string
  hasInbox: boolean
}

const INBOX = html` You will still see everything in your inbox on this site.`

/**
 * Asks for confirmation before emails of a kind are stopped. Opening the page changes nothing, because
 * programs that scan emails open it, too.
 */
export const unsubscribePage = ({ title, hasInbox }: Stopping, path: string): PublicPage =>
  pageOf(
    'Stop these emails?',
    html`<p class="lead measure">
        <strong>${title}</strong>: if you select the button, we will no longer send you emails of this kind.
        You will still get all other emails.${hasInbox && INBOX}
      </p>
      <form class="question" method="post" action="${path}">
        <input type="hidden" name="${ONE_CLICK}" value="One-Click" />
        <button class="button button-primary" type="submit">Stop these emails</button>
      </form>
      ${hasInbox && CHOOSE}`,
  )

/** Confirms that emails of a kind have been stopped. */
export const unsubscribedPage = ({ title, hasInbox }: Stopping): PublicPage =>
  pageOf(
    'We have stopped these emails',
    html`<p class="lead measure">
        <strong>${title}</strong>: we will no longer send you emails of this kind.${hasInbox && INBOX}
      </p>
      ${hasInbox && CHOOSE}`,
  )

/** Says that a link to stop emails is invalid. */
export const invalidUnsubscribePage = pageOf(
  'This link does not work',
  html`<p class="lead measure">
      It may not have been copied in full, or the market may have changed its key since. Sign in to choose
      which emails you get.
    </p>
    ${CHOOSE}`,
)
