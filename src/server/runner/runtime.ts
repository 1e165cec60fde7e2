import type { Instant } from '#domain/dates'
import type { ChangeFeed } from './change-feed.ts'
import type { Store } from '../store/store.ts'

/** What everything that acts needs: the store, the news of changes, and where times and ids come from. */
export interface Runtime {
  store: Store
  changeFeed: ChangeFeed
  now: () => Instant
  newId: () => string
}
