import type { Instant } from '#domain/dates'
import type { Changes } from './changed.ts'
import type { Store } from './store/store.ts'

/** What everything that acts needs: the store, the news of changes, and where times and ids come from. */
export interface Runtime {
  store: Store
  changes: Changes
  now: () => Instant
  newId: () => string
}
