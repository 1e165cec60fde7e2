import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { Problem } from './problem.tsx'

/** As much of a query's answer as showing it takes; TanStack Query's results fit. */
export interface QueryState<T> {
  data: T | undefined
  error: Error | null
  isPending: boolean
  /** The answer shown is that of the question before, while the new one is on its way. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

/** Shows what was asked for, or that it is coming, or that it failed. */
export const QueryBoundary = <T,>({
  query,
  children,
  lines,
}: {
  query: QueryState<T>
  children: (data: T) => ReactNode
  lines?: number
}) => {
  if (query.data !== undefined) return children(query.data)
  return query.error ? (
    <Problem error={query.error} retry={() => query.refetch()} />
  ) : (
    <Loading lines={lines} />
  )
}
