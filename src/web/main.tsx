import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { cachedUser } from './api/api.ts'
import { preloadedPageFacts, cachePreloadedAnswers } from './api/preloaded.ts'
import { replayActionsAfterHydration } from './early-acts.ts'
import { Application } from './program.tsx'
import { loadCurrentPage, ROUTES } from './routes.tsx'
import { applyTheme } from './shell/theme.ts'
import './styles/all.css'

const FONT_FAMILIES = ['Source Sans 3 Variable', 'Source Serif 4 Variable']

const isOurs = (rule: CSSRule): rule is CSSFontFaceRule =>
  rule instanceof CSSFontFaceRule &&
  FONT_FAMILIES.includes(rule.style.getPropertyValue('font-family').replaceAll(/["']/g, ''))

/**
 * Loads the fonts of all text, although late. By the style sheet, a page that can already be read uses them
 * only if they are available from the start, and otherwise keeps similar system fonts, so that nothing moves
 * while it is being read. They are requested after the script, which needs the connection more.
 */
const loadFonts = async (): Promise<void> => {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].filter(isOurs))
  for (const { style } of rules) {
    const of = (name: string) => style.getPropertyValue(name)
    document.fonts.add(
      new FontFace(of('font-family'), of('src'), {
        display: 'swap',
        unicodeRange: of('unicode-range'),
        weight: of('font-weight'),
      }),
    )
  }
  await Promise.allSettled(FONT_FAMILIES.map(family => document.fonts.load(`1em '${family}'`)))
}

cachePreloadedAnswers()
// Applied first, in the signed-in user's look, so that the colours do not change afterwards.
applyTheme(cachedUser())
const router = createBrowserRouter(ROUTES)
/** The server has rendered this page, and the user is already reading it. */
const isDrawn = preloadedPageFacts() !== undefined

/**
 * Milliseconds that a page waits for its fonts once it could be rendered; after that it uses similar system
 * fonts.
 */
const PATIENCE_MS = 400

const waitForFonts = (): Promise<void> =>
  Promise.race([
    loadFonts(),
    new Promise<void>(resolve => {
      setTimeout(resolve, PATIENCE_MS)
    }),
  ])

/** Loads the fonts on the next navigation if the page rendered by the server had to use system fonts. */
const loadFontsWithNextPage = (): void => {
  const { pathname } = router.state.location
  const forget = router.subscribe(({ location }) => {
    if (location.pathname === pathname) return
    forget()
    void loadFonts()
  })
}

/** React's error about a part that the server leaves to the browser, because its code is loaded lazily. */
const LAZY_PART = /^Minified React error #419;/

/** Reports that hydration found a difference, whereupon React renders the page again. */
const reportUnlessLazy = (error: unknown): void => {
  if (!(error instanceof Error && LAZY_PART.test(error.message))) reportError(error)
}

const show = (): void => {
  const root = document.querySelector<HTMLElement>('#root')
  if (!root) return
  const program = <Application router={router} whenShown={replayActionsAfterHydration(root)} />
  // In a transition React works in slices of 5 ms, between which the page answers; what a person presses meanwhile
  // comes first.
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, program, { onRecoverableError: reportUnlessLazy })
    else createRoot(root).render(program)
  })
}
// The page's code is loaded before rendering, or the page would begin with a placeholder. Chunks import this file's
// own chunk, so there must be no top-level await here. For the same reason a new page waits for its fonts, which
// would move its text, unless it is already being read.
void Promise.all([loadCurrentPage(router), isDrawn ? loadFontsWithNextPage() : waitForFonts()]).then(show)
