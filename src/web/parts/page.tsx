import { useContext, useEffect, useEffectEvent, useLayoutEffect, type ReactNode } from 'react'
import type { Resource } from '#contract/resource'
import { brand } from '../shell/brand.ts'
import { PageContext, type Crumb } from './page-context.ts'

const NO_CRUMBS: readonly Crumb[] = []

/** A page: its one h1, the browser's title, and what the shell needs for crumbs and actions. */
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
    document.title = `${title} - ${brand.name}`
  }, [title])
  // Where the page is drawn by the server nothing follows the drawing.
  if (import.meta.env.SSR) tell({ title, crumbs, subject })
  const tellShell = useEffectEvent(() => tell({ title, crumbs, subject }))
  // Before the page is seen, so that its crumbs are there with it.
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
