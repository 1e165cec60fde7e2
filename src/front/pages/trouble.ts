import type { FrontPage } from '../layout.ts'
import { html } from '../html.ts'

/** What is said in place of a page that is not there or that cannot be answered. */
export const troublePage = (heading: string, sentence: string): FrontPage => ({
  title: heading,
  description: sentence,
  isPrivate: true,
  body: html`<h1>${heading}</h1>
    <p class="lead measure">${sentence}</p>
    <p><a href="/">Start</a> · <a href="/rounds">Rounds</a> · <a href="/register/projects">Register</a></p>`,
})
