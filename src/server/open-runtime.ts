import type { Kysely } from 'kysely'
import { newId } from './ids.ts'
import { verifyImported } from './imported-match.ts'
import { openChangeFeed } from './store/change-feed.ts'
import type { Runtime } from './runner/runtime.ts'
import { openChainer } from './store/chaining.ts'
import { openStore } from './store/store.ts'
import type { Database } from './store/tables.ts'
import { show } from './views/show.ts'

/** Brings together what everything that acts needs, on a database. Tests and the demonstration give times and ids of their own. */
export const openRuntime = (
  db: Kysely<Database>,
  given: Partial<Pick<Runtime, 'now' | 'newId'>> = {},
): Runtime => ({
  store: openStore(db),
  changeFeed: openChangeFeed(db),
  chainer: openChainer(),
  now: () => new Date().toISOString(),
  newId,
  show,
  verifyImported,
  ...given,
})
