import { type Html, html, type Part, trusted } from '../html.ts'
import type { FrontPage } from '../layout.ts'

const PARTS = [
  ['/register/projects', 'Projects'],
  ['/register/requirements', 'Requirements'],
  ['/register/credits', 'Credits'],
  ['/register/balance', 'Balance sheet'],
] as const

/** The one box in which the whole register is searched. */
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
    <button class="button" type="submit">Search</button>
    <p id="register-q-hint" class="small quiet">
      A serial or part of one, a project, a development, a planning reference, a grid reference or a place
    </p>
  </form>`

/** A page of the register: its heading, the search, the parts of the register, and what the page is about. */
export const registerPage = ({
  title,
  description,
  lead,
  path,
  sought,
  before,
  body,
}: Pick<FrontPage, 'title' | 'description' | 'body'> & {
  lead: Part
  path: string
  sought?: string | undefined
  /** What stands above the heading's sentence, such as a status. */
  before?: Part
}): FrontPage => ({
  title: `${title} - Public register`,
  description,
  body: html`<h1>${title}</h1>
    ${before}
    <p class="lead measure">${lead}</p>
    <div class="register-bar">
      ${searchBox(sought)}
      <nav class="register-nav" aria-label="Parts of the register">
        <ul>
          ${PARTS.map(
            ([to, label]) =>
              html`<li>
                <a
                  href="${to}"
                  ${path.startsWith(to) && trusted(`aria-current="${path === to ? 'page' : 'true'}"`)}
                  >${label}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
    </div>
    ${body}`,
})

/** A part of a page below a heading of its own. */
export const partOf = (heading: string, body: Part): Html =>
  html`<section class="part">
    <h2>${heading}</h2>
    ${body}
  </section>`
