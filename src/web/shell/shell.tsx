import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { readAccountSettings } from '#contract/sign-in'
import { useOpenAction } from '../action/open-action.ts'
import { keepFirstFacts, firstFacts, useAnswer, useUser } from '../api.ts'
import { Crumbs } from '../parts/crumbs.tsx'
import { Loading } from '../parts/loading.tsx'
import { PageContext, type PageFacts } from '../parts/page-context.ts'
import { ToastRegion } from '../parts/toast-region.tsx'
import { Bell } from './bell.tsx'
import { BrandMark } from './brand-mark.tsx'
import { brand } from './brand.ts'
import { fetched } from './chunk.ts'
import { Footer } from './footer.tsx'
import { headerFor, menuOfVisitors } from './menus.ts'
import { NavMenu } from './nav-menu.tsx'
import { maySearch, roleOf } from './roles.ts'
import { SearchBox, SearchToggle, useIsSearchOpen } from './search-box.tsx'
import { usePaletteKey } from './use-palette-key.ts'
import { SessionWarning } from './session-warning.tsx'
import { applyTheme } from './theme.ts'
import { UserMenu } from './user-menu.tsx'
import { noteVisit } from './visits.ts'

// The palette and the forms bring much of React Aria with them, and the feed of changes all nouns: no page waits
// for them.
const ChangeFeed = fetched(async () => (await import('./later.ts')).ChangeFeed)
const Palette = fetched(async () => (await import('./palette.tsx')).Palette)
const ActionPanel = fetched(async () => (await import('../action/action-panel.tsx')).ActionPanel)

const NO_FACTS: PageFacts = { title: '', crumbs: [], subject: null }
/** Has a menu been unfolded while the page was on its way, as after signing in? Whoever did goes on in it. */
const isInOtherMenu = (pathname: string): boolean => {
  const menu = document.activeElement?.closest('[role="menu"]')
  const links = [...(menu?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])]
  return menu instanceof HTMLElement && links.every(link => new URL(link.href).pathname !== pathname)
}

/** What stands around every page: header, organisation, crumbs, the open action, toasts and footer. */
export const Shell = () => {
  const { data: user } = useUser()
  const [facts, setFacts] = useState<PageFacts>(() => ({ ...NO_FACTS, ...firstFacts() }))
  const tell = useCallback(
    (next: PageFacts) => (import.meta.env.SSR ? keepFirstFacts(next) : setFacts(next)),
    [],
  )
  const { pathname } = useLocation()
  const isSearchOpen = useIsSearchOpen()
  const main = useRef<HTMLElement>(null)
  const role = roleOf(user)
  const settings = useAnswer(readAccountSettings, user === null ? {} : null)
  const subject = facts.subject?.links.self.replace(/^\/api\//, '') ?? null
  const { open, show, close, stay } = useOpenAction(subject)
  // None while nobody knows whose page it is.
  const entries =
    user === null ? menuOfVisitors(settings.data?.signUpEnabled ?? false) : user ? headerFor(role) : []

  const [isPaletteOpen, setPaletteOpen] = usePaletteKey(
    role !== null && user?.secondFactor !== 'needed' && open === null,
  )

  useEffect(() => applyTheme(user), [user])
  // Pages that stand nowhere, such as that there is none, are not gone back to.
  const isPlace = facts.crumbs.length > 0 || pathname === '/'
  const within = facts.crumbs.at(-2)?.name
  useEffect(() => {
    if (user && facts.title && isPlace) noteVisit(user.id, { name: facts.title, to: pathname, within })
  }, [user, facts.title, pathname, isPlace, within])
  const isFirst = useRef(true)
  useEffect(() => {
    // After going to another page, readers of the screen start at its beginning.
    if (!isFirst.current && !isInOtherMenu(pathname)) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [pathname])

  return (
    <div className="site">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="site-head">
        <div className="site-header">
          <div className="wide">
            <Link className="brand" to="/" reloadDocument={user === null}>
              <BrandMark />
              {role === 'lpa' ? 'Local planning' : brand.name}
            </Link>
            <NavMenu entries={entries} />
            <div className="header-end">
              {maySearch(role) && <SearchToggle />}
              {role !== null && user?.secondFactor !== 'needed' && <Bell />}
              {user !== undefined && (
                <UserMenu key={user?.id ?? 'nobody'} user={user} goTo={() => setPaletteOpen(true)} />
              )}
            </div>
          </div>
          {maySearch(role) && isSearchOpen && <SearchBox />}
        </div>
        {(user?.organisation || facts.crumbs.length > 1) && (
          <div className="org-bar">
            <div className="wide">
              {user?.organisation && <p className="org-name">{user.organisation.name}</p>}
              <Crumbs crumbs={facts.crumbs} />
            </div>
          </div>
        )}
      </header>
      <main id="main" className="site-main" tabIndex={-1} ref={main}>
        <div className="wide">
          <PageContext value={tell}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </PageContext>
        </div>
      </main>
      <Footer />
      {user && <SessionWarning />}
      {role !== null && (
        <Suspense fallback={null}>
          <ChangeFeed />
        </Suspense>
      )}
      {user && open && (
        <Suspense fallback={null}>
          <ActionPanel open={open} show={show} close={close} stay={stay} />
        </Suspense>
      )}
      {user && isPaletteOpen && (
        <Suspense fallback={null}>
          <Palette user={user} subject={facts.subject} show={show} close={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      <ToastRegion />
      <ScrollRestoration />
    </div>
  )
}
