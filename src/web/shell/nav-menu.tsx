import { ChevronDownIcon, MenuIcon, XIcon } from '../icons/icons.tsx'
import { useEffect, useState } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'
import { LinkMenu } from '../parts/menu/menu.tsx'
import { isPublicPage } from '#contract/public/public-pages'
import type { MenuEntry } from './menus.ts'

/** Navigation menu, behind a button on small screens. */
export const NavMenu = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const { pathname } = useLocation()
  // Paths at which the menu is open: this one, or that of a page still loading, as after signing in.
  const [openAt, setOpenAt] = useState<readonly string[]>([])
  useEffect(() => setOpenAt(places => (places.includes(pathname) ? places : [])), [pathname])
  const isOpen = openAt.includes(pathname)
  const isCurrent = (path: string) => matchPath({ path, end: false }, pathname) !== null
  if (entries.length === 0) return null
  return (
    <>
      <button
        type="button"
        className="icon-button nav-toggle"
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls="site-nav"
        onClick={() => setOpenAt(isOpen ? [] : [pathname, window.location.pathname])}
      >
        {isOpen ? <XIcon aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
      </button>
      <nav id="site-nav" className={isOpen ? 'site-nav is-open' : 'site-nav'} aria-label="Main">
        <ul className="nav-list">
          {entries.map(entry => (
            <li key={entry.label}>
              {'to' in entry ? (
                <NavLink
                  className="nav-link"
                  to={entry.to}
                  end={entry.to === '/'}
                  reloadDocument={isPublicPage(entry.to)}
                >
                  {entry.label}
                </NavLink>
              ) : (
                <LinkMenu
                  buttonClass={
                    entry.links.some(link => isCurrent(link.to)) ? 'nav-link is-current' : 'nav-link'
                  }
                  button={
                    <>
                      {entry.label}
                      <ChevronDownIcon aria-hidden="true" />
                    </>
                  }
                  links={entry.links.map(link => ({ ...link, isCurrent: isCurrent(link.to) }))}
                />
              )}
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
