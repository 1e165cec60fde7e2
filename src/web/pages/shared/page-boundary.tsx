import type { ReactNode } from 'react'
import { LoadingPlaceholder, LoadingError, type QueryState } from '../../parts/page/query-boundary.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Link } from 'react-router'

/** Page about one subject, with a heading while that is loading or if it cannot be loaded. */
export const PageBoundary = <T,>({
  query,
  title,
  children,
}: {
  query: QueryState<T>
  /** Heading until the subject's own name is known. */
  title: string
  children: (data: T) => ReactNode
}) => {
  if (query.data !== undefined) return children(query.data)
  return (
    <Page title={query.error ? 'Sorry' : title}>
      {query.error ? (
        <LoadingError error={query.error} retry={() => query.refetch()} />
      ) : (
        <LoadingPlaceholder lines={10} />
      )}
    </Page>
  )
}

/** Message for a page that does not exist. */
export const PageNotFound = () => (
  <Page title="Sorry" subtitle="Page not found">
    <p>
      <Link to="/">Go to the home page</Link>
    </p>
  </Page>
)
