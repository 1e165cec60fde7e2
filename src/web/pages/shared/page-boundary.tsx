import type { ReactNode } from 'react'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import type { QueryState } from '../../parts/query-boundary.tsx'

/** A page about one thing; a page already while that is coming, and when it cannot be had. */
export const PageBoundary = <T,>({
  query,
  title,
  children,
}: {
  query: QueryState<T>
  /** What the page is called until the thing's own name is known. */
  title: string
  children: (data: T) => ReactNode
}) => {
  if (query.data !== undefined) return children(query.data)
  return (
    <Page title={query.error ? 'Sorry' : title}>
      {query.error ? <Problem error={query.error} retry={() => query.refetch()} /> : <Loading lines={10} />}
    </Page>
  )
}
