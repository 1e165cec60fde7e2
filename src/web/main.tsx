import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import '@fontsource-variable/source-sans-3/wght.css'
import '@fontsource-variable/source-serif-4/wght.css'
import { firstFacts, keepFirstAnswers, knownUser } from './api.ts'
import { repeatActs } from './early-acts.ts'
import { fetchFaces } from './faces.ts'
import { Program } from './program.tsx'
import { fetchPage, SITE_MAP } from './routes.tsx'
import { applyTheme } from './shell/theme.ts'
import './styles/all.css'

keepFirstAnswers()
// In the look of whoever it is from the first, or all would change its colours at once.
applyTheme(knownUser())
const router = createBrowserRouter(SITE_MAP)
/** The server has drawn this page, and its reader reads it already. */
const isDrawn = firstFacts() !== undefined

/** How long a page waits for the faces of its letters, once it could be drawn; then it stands in faces like them. */
const PATIENCE_MS = 400

const waitForFaces = (): Promise<void> =>
  Promise.race([
    fetchFaces(),
    new Promise<void>(resolve => {
      setTimeout(resolve, PATIENCE_MS)
    }),
  ])

/** Where the page that came drawn had to be set in other faces, the next one is set in the right ones. */
const fetchFacesWithNextPage = (): void => {
  const { pathname } = router.state.location
  const forget = router.subscribe(({ location }) => {
    if (location.pathname === pathname) return
    forget()
    void fetchFaces()
  })
}

const show = (): void => {
  const root = document.querySelector<HTMLElement>('#root')
  if (!root) return
  const program = <Program router={router} whenShown={repeatActs(root)} />
  // Where it would be drawn otherwise than it stands, it is drawn anew, and that is all there is to do about it.
  if (isDrawn) hydrateRoot(root, program, { onRecoverableError: () => undefined })
  else createRoot(root).render(program)
}
// Had at once, or the page would begin with a place for what is to come. What is fetched imports this file's own part, so
// that nothing here may wait for it.
// Nor are letters drawn that would change and move once their faces have come, unless they have been read already.
void Promise.all([fetchPage(router), isDrawn ? fetchFacesWithNextPage() : waitForFaces()]).then(show)
