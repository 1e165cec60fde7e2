import type { PublicPage } from '../layout.ts'
import { html } from '../html.ts'

/** Error page, for a page that does not exist or cannot be shown. */
export const errorPage = (heading: string, sentence: string): PublicPage => ({
  title: heading,
  description: sentence,
  isPrivate: true,
  body: html`<h1>${heading}</h1>
    <p class="lead measure">${sentence}</p>
    <p><a href="/">Home</a> · <a href="/rounds">Rounds</a> · <a href="/register/projects">Register</a></p>`,
})
