import { useContext, useEffect, useEffectEvent, useLayoutEffect, createContext, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Resource } from '#contract/kit/resource'
import { pageBrand } from './brand.ts'

/** Breadcrumb of a page; without a link it is plain text. */
export interface Crumb {
  name: string
  to?: string
}

/** Facts about the current page that it passes to the shell. */
export interface PageFacts {
  /** Heading of the page; empty until there is one. */
  title: string
  crumbs: readonly Crumb[]
  /** Subject of the page: actions named in the address run on it. */
  subject: Resource | null
}

/** Callback, provided by the shell, to which a page passes its facts. */
export const PageContext = createContext<(facts: PageFacts) => void>(() => {})

const NO_CRUMBS: readonly Crumb[] = []

/** Page with its only `h1` and the browser's title. It passes breadcrumbs and subject to the shell. */
export const Page = ({
  title,
  subtitle,
  actions,
  crumbs = NO_CRUMBS,
  subject = null,
  children,
}: {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  crumbs?: readonly Crumb[]
  subject?: Resource | null
  children?: ReactNode
}) => {
  const tell = useContext(PageContext)
  const trail = JSON.stringify(crumbs)
  useEffect(() => {
    document.title = `${title} - ${pageBrand.name}`
  }, [title])
  // No effects run after server-side rendering, so the facts are passed while rendering.
  if (import.meta.env.SSR) tell({ title, crumbs, subject })
  const tellShell = useEffectEvent(() => tell({ title, crumbs, subject }))
  // Runs before the first paint, so that the breadcrumbs appear together with the page.
  useLayoutEffect(() => {
    tellShell()
    return () => tell({ title: '', crumbs: [], subject: null })
  }, [tell, title, trail, subject])
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-head-text">
          <h1 tabIndex={-1}>{title}</h1>
          {subtitle && <div className="page-subtitle">{subtitle}</div>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}

/** Breadcrumbs of the page, shown only if there are two or more; the last is plain text. */
export const Crumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) =>
  crumbs.length < 2 ? null : (
    <nav className="crumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map((crumb, at) => {
          const isLast = at === crumbs.length - 1
          return (
            <li key={`${at}${crumb.name}`} aria-current={isLast ? 'page' : undefined}>
              {crumb.to && !isLast ? <Link to={crumb.to}>{crumb.name}</Link> : crumb.name}
            </li>
          )
        })}
      </ol>
    </nav>
  )
