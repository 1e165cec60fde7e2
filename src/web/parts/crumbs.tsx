import { Link } from 'react-router'
import type { Crumb } from './page-context.ts'

/** The breadcrumbs of this page; shown only from two on, the last as plain text. */
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
