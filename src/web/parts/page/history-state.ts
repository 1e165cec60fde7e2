import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const neverChanges = () => () => undefined

/**
 * State that the current entry of the browser's history keeps, also when the page is reloaded. It is null during
 * hydration, because the server rendered the page without it. Use it for what is rendered.
 */
export const useHistoryState = (): unknown => {
  const { state }: { state: unknown } = useLocation()
  return useSyncExternalStore(
    neverChanges,
    () => state,
    () => null,
  )
}
