import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { readAccountSettings } from '#contract/people/sign-in'
import { useOpenAction } from '../action/questions/open-action.ts'
import { useAnswer, useUser } from '../api/api.ts'
import { storePageFacts, preloadedPageFacts } from '../api/preloaded.ts'
import { Crumbs, PageContext, type PageFacts } from '../parts/page/page.tsx'
import { LoadingPlaceholder } from '../parts/page/query-boundary.tsx'
import { ToastRegion } from '../parts/page/toast-region.tsx'
import { InboxLink } from './bell.tsx'
import { pageBrand, marketMailto } from '../parts/page/brand.ts'
import { lazyComponent, loadChunk } from '../parts/chunk.ts'
import { headerMenuOfRole, visitorMenu } from './menus.ts'
import { NavMenu } from './nav-menu.tsx'
import { maySearch, roleOf } from './roles.ts'
import { SearchBox, SearchToggle, useIsSearchOpen } from './search-box.tsx'
import { usePaletteKey } from './palette-key.ts'
import { SessionWarning } from './session-warning.tsx'
import { applyTheme, rememberLook } from './theme.ts'
import { UserMenu } from './user-menu.tsx'
import { recordVisit } from './visits.ts'
import { DEFAULT_MARK, copyrightLine } from '#domain/people/brand'
import { FOOTER_LINKS } from '#contract/public/public-pages'
import { SiteLink } from '../parts/menu/site-link.tsx'

/** Footer of every page, the same as on the public pages. */
const Footer = () => (
  <footer className="site-footer">
    <div className="wide">
      <p className="tagline">{pageBrand.tagline}</p>
      <ul className="site-foot-links">
        {FOOTER_LINKS.map(({ to, label }) => (
          <li key={to}>
            <SiteLink to={to}>{label}</SiteLink>
          </li>
        ))}
        <li>
          <a href={marketMailto()}>Contact us</a>
        </li>
      </ul>
      <p>{copyrightLine(pageBrand, pageBrand.isDemonstration)}</p>
    </div>
  </footer>
)

/** Mark of the product, two leaves that swap places, or the brand's logo. */
const BrandMark = () =>
  pageBrand.logo ? (
    <img className="brand-mark" src={pageBrand.logo} alt="" />
  ) : (
    <svg className="brand-mark" viewBox={`0 0 ${DEFAULT_MARK.size} ${DEFAULT_MARK.size}`} aria-hidden="true">
      <path d={DEFAULT_MARK.full} fill="currentColor" />
      <path
        d={DEFAULT_MARK.outline}
        fill="none"
        stroke="currentColor"
        strokeWidth={DEFAULT_MARK.outlineWidth}
      />
    </svg>
  )

// The palette and the forms bring in much of React Aria, and the change feed all nouns: no page waits for them.
const Palette = lazyComponent(async () => (await import('./palette.tsx')).Palette)
const ActionPanel = lazyComponent(async () => (await import('../action/action-panel.tsx')).ActionPanel)

/** Follows changes by other people while someone with a role is signed in. */
const useChangeFeed = (isOn: boolean): void =>
  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    let stop = () => {}
    const follow = async () => {
      const { refreshOnChanges } = await loadChunk(() => import('../parts/later.ts'))
      if (!isOver) stop = refreshOnChanges()
    }
    follow().catch(reportError)
    return () => {
      isOver = true
      stop()
    }
  }, [isOn])

const NO_FACTS: PageFacts = { title: '', crumbs: [], subject: null }
/**
 * Returns true if a menu was opened while the page was loading, as after signing in; then the focus stays in
 * it.
 */
const isInOtherMenu = (pathname: string): boolean => {
  const menu = document.activeElement?.closest('[role="menu"]')
  const links = [...(menu?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])]
  return menu instanceof HTMLElement && links.every(link => new URL(link.href).pathname !== pathname)
}

/** Frame of every page: header, organisation, breadcrumbs, the open action, toasts and footer. */
export const Shell = () => {
  const { data: user } = useUser()
  const [facts, setFacts] = useState<PageFacts>(() => ({ ...NO_FACTS, ...preloadedPageFacts() }))
  const tell = useCallback(
    (next: PageFacts) => (import.meta.env.SSR ? storePageFacts(next) : setFacts(next)),
    [],
  )
  const { pathname } = useLocation()
  const isSearchOpen = useIsSearchOpen()
  const main = useRef<HTMLElement>(null)
  const role = roleOf(user)
  const settings = useAnswer(readAccountSettings, user === null ? {} : null)
  const subject = facts.subject?.links.self.replace(/^\/api\//, '') ?? null
  const { open, show, close, stay } = useOpenAction(subject)
  // Empty while the user is not known.
  const entries =
    user === null ? visitorMenu(settings.data?.signUpEnabled ?? false) : user ? headerMenuOfRole(role) : []

  const [isPaletteOpen, setPaletteOpen] = usePaletteKey(
    role !== null && user?.secondFactor !== 'needed' && open === null,
  )

  useChangeFeed(role !== null)
  useEffect(() => {
    applyTheme(user)
    if (user !== undefined) rememberLook(user)
  }, [user])
  // Pages without a place in the site, such as "not found", are not remembered as visits.
  const isPlace = facts.crumbs.length > 0 || pathname === '/'
  const within = facts.crumbs.at(-2)?.name
  useEffect(() => {
    if (user && facts.title && isPlace) recordVisit(user.id, { name: facts.title, to: pathname, within })
  }, [user, facts.title, pathname, isPlace, within])
  const isFirst = useRef(true)
  useEffect(() => {
    // After navigation, screen readers start at the beginning of the new page.
    if (!isFirst.current && !isInOtherMenu(pathname)) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [pathname])

  return (
    <div className="site">
      <a className="skip-link" href="#main">
        Skip to main content
      </a>
      <header className="site-head">
        <div className="site-header">
          <div className="wide">
            <Link className="brand" to="/" reloadDocument={user === null}>
              <BrandMark />
              {role === 'lpa' ? 'Local planning' : pageBrand.name}
            </Link>
            <NavMenu entries={entries} />
            <div className="header-end">
              {maySearch(role) && <SearchToggle />}
              {role !== null && user?.secondFactor !== 'needed' && <InboxLink />}
              {user !== undefined && (
                <UserMenu key={user?.id ?? 'visitor'} user={user} goTo={() => setPaletteOpen(true)} />
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
            <Suspense fallback={<LoadingPlaceholder />}>
              <Outlet />
            </Suspense>
          </PageContext>
        </div>
      </main>
      <Footer />
      {user && <SessionWarning />}
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
