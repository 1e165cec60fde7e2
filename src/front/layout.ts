import { FOOTER_LINKS, HEADER_LINKS, leadsTo, type PublicLink } from '#contract/public-pages'
import { type Brand, copyright, MARK } from '#domain/brand'
import { THEME_OF } from '#domain/user'
import { colourSheetAt, logoAt } from './brand-sheet.ts'
import { escapeHtml, type Html, html, trusted } from './html.ts'

/** One page of the public zone, before anything stands around it. */
export interface FrontPage {
  title: string
  /** One sentence for search engines and previews. */
  description: string
  /** What stands below the header; its first element is the only heading of the first level. */
  body: Html
  /** What of `src/front/scripts` the page runs besides, by its file's name. */
  scripts?: readonly string[]
  /** Not to be found by search engines. */
  isPrivate?: boolean
}

/** What is the same on every page. */
export interface Chrome {
  brand: Brand
  /** The address at which people reach the market. */
  publicUrl: string
  /** The path of this page. */
  path: string
  /** Does the installation show a market that is made up? */
  isDemonstration: boolean
  /** The built files of a script or a sheet of `src/front`, the thing itself first. */
  filesOf: (source: string) => readonly string[]
}

const SHEET = 'styles/front.css'
/** The theme that its reader should find is there before anything is drawn. */
const FIRST_SCRIPT = 'scripts/header.ts'

const LEAVES = trusted(
  `<svg class="brand-mark" viewBox="0 0 ${MARK.size} ${MARK.size}" aria-hidden="true"><path d="${MARK.full}" fill="currentColor"/><path d="${MARK.outline}" fill="none" stroke="currentColor" stroke-width="${MARK.outlineWidth}"/></svg>`,
)

/** The logo of a brand, or the mark. It says nothing: the name stands beside it. */
export const markOf = (brand: Brand): Html => {
  const logo = logoAt(brand)
  return logo === undefined ? LEAVES : html`<img class="brand-mark" src="${logo}" alt="" />`
}

const HALF_MOON = trusted(
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.25" fill="none" stroke="currentColor" stroke-width="1.75"/><path d="M12 3.75a8.25 8.25 0 0 1 0 16.5z" fill="currentColor"/></svg>',
)

const linkIn = (path: string, link: PublicLink): Html =>
  html`<li>
    <a class="nav-link" href="${link.to}" ${leadsTo(link, path) && trusted('aria-current="true"')}
      >${link.label}</a
    >
  </li>`

// As a plain text: what ends a script makes bundlers put a helper of their own beside a tagged template.
const scriptAt = (file: string, more = ''): Html =>
  trusted(`<script type="module"${more} src="/front/${escapeHtml(file)}"></script>`)

/** The whole document of a page. */
export const documentOf = (
  { title, description, body, scripts = [], isPrivate }: FrontPage,
  { brand, publicUrl, path, isDemonstration, filesOf }: Chrome,
): string => {
  const sheets = filesOf(SHEET).map(file => html`<link rel="stylesheet" href="/front/${file}" />`)
  const first = filesOf(FIRST_SCRIPT)
    .slice(0, 1)
    .map(file => scriptAt(file, ' blocking="render"'))
  const programs = scripts
    .map(name => filesOf(`scripts/${name}.ts`)[0])
    .filter(file => file !== undefined)
    .map(file => scriptAt(file))
  const colours = colourSheetAt(brand)
  const links = HEADER_LINKS.map(link => linkIn(path, link))
  const whole = `${title} - ${brand.name}`
  const { markup } = html`<!doctype html>
    <html lang="en-GB" data-theme="${THEME_OF.public}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <title>${whole}</title>
        ${sheets} ${colours && html`<link rel="stylesheet" href="${colours}" />`} ${first}
        <meta name="description" content="${description}" />
        ${isPrivate ? html`<meta name="robots" content="noindex" />` : html`<link rel="canonical" href="${publicUrl}${path}" />`}
        <meta property="og:type" content="website" />
        <meta property="og:url" content="${publicUrl}${path}" />
        <meta property="og:image" content="${publicUrl}/social.png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Hills drawn as lines, and two leaves changing places" />
        <meta name="twitter:card" content="summary_large_image" />
        <meta property="og:site_name" content="${brand.name}" />
        <meta property="og:title" content="${whole}" />
        <meta property="og:description" content="${description}" />
        <link rel="icon" type="image/svg+xml" href="/leaf.svg" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        <div class="site">
          <a class="skip-link" href="#main">Skip to the content</a>
          <header class="site-header">
            <div class="wide">
              <a class="brand" href="/">${markOf(brand)}${brand.name}</a>
              <nav class="site-nav" aria-label="Public pages">
                <ul>
                  ${links}
                </ul>
              </nav>
              <div class="header-end">
                <button class="icon-button" type="button" aria-label="Light or dark" data-theme-switch hidden>
                  ${HALF_MOON}
                </button>
                <a class="nav-link" href="/login">Sign in</a>
                <details class="site-menu">
                  <summary>Menu</summary>
                  <nav aria-label="Public pages">
                    <ul>
                      ${links}
                    </ul>
                  </nav>
                </details>
              </div>
            </div>
            ${
              isDemonstration &&
              html`<p class="demo-note">
                <span class="wide"
                  >This is a demonstration: its people, projects and prices are made up.</span
                >
              </p>`
            }
          </header>
          <main id="main" class="site-main" tabindex="-1"><div class="wide">${body}</div></main>
          <footer class="site-footer">
            <div class="wide">
              <p class="tagline">${brand.tagline}</p>
              <ul class="site-foot-links">
                ${FOOTER_LINKS.map(({ to, label }) => html`<li><a href="${to}">${label}</a></li>`)}
                <li><a href="mailto:${brand.contact}">Contact us</a></li>
              </ul>
              <p>${copyright(brand, isDemonstration)}</p>
            </div>
          </footer>
        </div>
        ${programs}
      </body>
    </html> `
  return markup
}
