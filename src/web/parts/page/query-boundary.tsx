import type { ReactNode } from 'react'
import { isApiProblem } from '../../api/api-problem.ts'
import { Notice } from './notice.tsx'

/**
 * Returns true if a retry may help: a refusal stays the same however often one asks, while a failure may
 * pass.
 */
const mayPass = (error: Error): boolean => !isApiProblem(error) || error.status >= 500 || error.status === 429

/** Error on loading: the server's message, and a button to try again if that may help. */
export const LoadingError = ({ error, retry }: { error: Error; retry?: () => void }) => (
  <Notice tone="bad" role="alert">
    <p>{error.message || 'An unknown error occurred'}</p>
    {retry && mayPass(error) && (
      <button type="button" className="button button-small" onClick={retry}>
        Try again
      </button>
    )}
  </Notice>
)

/** Placeholder lines while content is loading. */
export const LoadingPlaceholder = ({ lines = 5, what = 'Loading' }: { lines?: number; what?: string }) => (
  <div className="skeleton" role="status">
    <span className="sr-only">{what}</span>
    {Array.from({ length: lines }, (_, line) => (
      <i key={line} />
    ))}
  </div>
)

/** Part of a query's state that is needed to show it; the results of TanStack Query have this shape. */
export interface QueryState<T> {
  data: T | undefined
  error: Error | null
  isPending: boolean
  /** The data shown belongs to the previous query while the new answer is on its way. */
  isPlaceholderData?: boolean
  refetch: () => unknown
}

/** Shows the data of a query, that it is loading, or that it failed. */
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
    <LoadingError error={query.error} retry={() => query.refetch()} />
  ) : (
    <LoadingPlaceholder lines={lines} />
  )
}
