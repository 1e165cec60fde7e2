import { FOOTER_LINKS, HEADER_LINKS, isCurrentSection, type PublicLink } from '#contract/public/public-pages'
import { type Brand, copyrightLine, DEFAULT_MARK } from '#domain/people/brand'
import { DEFAULT_THEMES } from '#domain/people/user'
import { colourSheetAddress, logoAddress } from './brand-sheet.ts'
import { escapeHtml, type Html, html, trustedHtml } from './html.ts'

/** Page of the public zone, without the frame around it. */
export interface PublicPage {
  title: string
  /** Sentence for search engines and link previews. */
  description: string
  /** Content below the header; its first element is the only `h1`. */
  body: Html
  /** Additional scripts of the page, by file name in `src/front/scripts`. */
  scripts?: readonly string[]
  /** Excludes the page from search engines. */
  isPrivate?: boolean
}

/** Values that are the same on every page. */
export interface PageContext {
  brand: Brand
  /** Public address of the market. */
  publicUrl: string
  /** Path of this page. */
  path: string
  /** The installation is a demonstration with an invented market. */
  isDemonstration: boolean
  /** Returns the built files of a script or style sheet of `src/front`, the requested one first. */
  filesOf: (source: string) => readonly string[]
}

const SHEET = 'styles/front.css'
/** Fonts of nearly all text, as the build manifests of `src/front` and `src/web` name them. */
export const MAIN_FONTS = ['market-sans', 'market-serif'].map(name => `../look/fonts/${name}.woff2`)
/** Sets the reader's theme before the first paint. */
const FIRST_SCRIPT = 'scripts/header.ts'

const LEAVES = trustedHtml(
  `<svg class="brand-mark" viewBox="0 0 ${DEFAULT_MARK.size} ${DEFAULT_MARK.size}" aria-hidden="true"><path d="${DEFAULT_MARK.full}" fill="currentColor"/><path d="${DEFAULT_MARK.outline}" fill="none" stroke="currentColor" stroke-width="${DEFAULT_MARK.outlineWidth}"/></svg>`,
)

/** Logo of a brand, or the mark. It has no text alternative, because the name is next to it. */
export const brandMark = (brand: Brand): Html => {
  const logo = logoAddress(brand)
  return logo === undefined ? LEAVES : html`<img class="brand-mark" src="${logo}" alt="" />`
}

const HALF_MOON = trustedHtml(
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.25" fill="none" stroke="currentColor" stroke-width="1.75"/><path d="M12 3.75a8.25 8.25 0 0 1 0 16.5z" fill="currentColor"/></svg>',
)

const linkIn = (path: string, link: PublicLink): Html =>
  html`<li>
    <a
      class="nav-link"
      href="${link.to}"
      ${isCurrentSection(link, path) && trustedHtml('aria-current="true"')}
      >${link.label}</a
    >
  </li>`

// A plain string: bundlers add a helper to a tagged template that contains a closing script tag.
const scriptAt = (file: string, more = ''): Html =>
  trustedHtml(`<script type="module"${more} src="/front/${escapeHtml(file)}"></script>`)

/** Complete document of a page. */
export const renderDocument = (
  { title, description, body, scripts = [], isPrivate }: PublicPage,
  { brand, publicUrl, path, isDemonstration, filesOf }: PageContext,
): string => {
  const sheets = filesOf(SHEET).map(file => html`<link rel="stylesheet" href="/front/${file}" />`)
  // Browsers hold the first paint for fonts that are already on their way (`font-display: optional`).
  const fonts = MAIN_FONTS.flatMap(filesOf).map(
    file =>
      html`<link
        rel="preload"
        as="font"
        type="font/woff2"
        fetchpriority="low"
        crossorigin
        href="/front/${file}"
      />`,
  )
  const first = filesOf(FIRST_SCRIPT)
    .slice(0, 1)
    .map(file => scriptAt(file, ' blocking="render"'))
  const programs = scripts
    .map(name => filesOf(`scripts/${name}.ts`)[0])
    .filter(file => file !== undefined)
    .map(file => scriptAt(file))
  const colours = colourSheetAddress(brand)
  const links = HEADER_LINKS.map(link => linkIn(path, link))
  const whole = `${title} - ${brand.name}`
  const { markup } = html`<!doctype html>
    <html lang="en-GB" data-theme="${DEFAULT_THEMES.public}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <title>${whole}</title>
        ${sheets} ${fonts} ${colours && html`<link rel="stylesheet" href="${colours}" />`} ${first}
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
          <a class="skip-link" href="#main">Skip to main content</a>
          <header class="site-header">
            <div class="wide">
              <a class="brand" href="/">${brandMark(brand)}${brand.name}</a>
              <nav class="site-nav" aria-label="Public pages">
                <ul class="nav-list">
                  ${links}
                </ul>
              </nav>
              <div class="header-end">
                <button
                  class="icon-button"
                  type="button"
                  aria-label="Light or dark theme"
                  data-theme-switch
                  hidden
                >
                  ${HALF_MOON}
                </button>
                <a class="nav-link" href="/login">Sign in</a>
                <details class="site-menu">
                  <summary>Menu</summary>
                  <nav aria-label="Public pages">
                    <ul class="nav-list">
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
                  >This is a demonstration. Its people, projects and prices are made up.</span
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
              <p>${copyrightLine(brand, isDemonstration)}</p>
            </div>
          </footer>
        </div>
        ${programs}
      </body>
    </html> `
  return markup
}
