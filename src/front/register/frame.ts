import { type Html, html, type HtmlPart, trustedHtml } from '../html.ts'
import type { PublicPage } from '../layout.ts'

const PARTS = [
  ['/register/projects', 'Projects'],
  ['/register/requirements', 'Requirements'],
  ['/register/credits', 'Credits'],
  ['/register/balance', 'Balance sheet'],
] as const

/** Box that searches the whole register. */
const searchBox = (sought: string | undefined): Html =>
  html`<form class="register-search" role="search" action="/register" method="get">
    <label for="register-q">Search the register</label>
    <input
      class="input"
      id="register-q"
      type="search"
      name="q"
      value="${sought ?? ''}"
      maxlength="200"
      aria-describedby="register-q-hint"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
    />
    <button class="button button-primary" type="submit">Search</button>
    <p id="register-q-hint" class="small quiet">
      Enter a serial or part of one, a project, a development, a planning reference, a grid reference or a
      place
    </p>
  </form>`

/** Page of the register: heading, search, navigation of the register, and content. */
export const registerPage = ({
  title,
  description,
  lead,
  path,
  sought,
  before,
  body,
}: Pick<PublicPage, 'title' | 'description' | 'body'> & {
  lead: HtmlPart
  path: string
  sought?: string | undefined
  /** Content above the introductory sentence under the heading, such as a status. */
  before?: HtmlPart
}): PublicPage => ({
  title: `${title} - Public register`,
  description,
  body: html`<h1>${title}</h1>
    ${before}
    <p class="lead measure">${lead}</p>
    <div class="card register-bar">
      ${searchBox(sought)}
      <nav class="register-nav" aria-label="Parts of the register">
        <ul class="row">
          ${PARTS.map(
            ([to, label]) =>
              html`<li>
                <a
                  href="${to}"
                  ${path.startsWith(to) && trustedHtml(`aria-current="${path === to ? 'page' : 'true'}"`)}
                  >${label}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
    </div>
    ${body}`,
})

/** Section of a page with its own heading. */
export const pageSection = (heading: string, body: HtmlPart): Html =>
  html`<section class="part">
    <h2>${heading}</h2>
    ${body}
  </section>`
