import type { Kysely } from 'kysely'
import { actorFor } from './auth/sessions.ts'
import { newId } from './ids.ts'
import { openMarketTime } from './store/market-time.ts'
import { verifyImported } from './imported-match.ts'
import { keepLand } from './sites/keep-land.ts'
import { whyMisplaced } from './sites/misplaced.ts'
import { surveySite } from './sites/survey.ts'
import { openChangeFeed } from './store/change-feed.ts'
import type { Certify, Runtime } from './runner/runtime.ts'
import { openChainer } from './store/chaining.ts'
import { openStore } from './store/store.ts'
import type { Database } from './store/tables.ts'
import { show } from './views/show.ts'

/** Brings together what everything that acts needs, on a database. Tests and the demonstration give times and ids of their own. */
export const openRuntime = (
  db: Kysely<Database>,
  {
    time = openMarketTime(),
    ...given
  }: Partial<Pick<Runtime, 'time' | 'now' | 'newId' | 'certify' | 'promiseEntry' | 'secondPersonFor'>> = {},
): Runtime => ({
  store: openStore(db),
  changeFeed: openChangeFeed(db),
  chainer: openChainer(),
  time,
  now: time.now,
  newId,
  show,
  verifyImported,
  certify: noKey,
  promiseEntry: async () => null,
  keepLand,
  whyMisplaced,
  surveySite,
  actorOf: actorFor,
  secondPersonFor: () => 'operator',
  tells: 'news',
  ...given,
})

/** Makes no certificate: what is to be certified waits for the key that signs. */
export const noKey: Certify = async (_tx, changes) => {
  if (changes.some(({ change }) => change === 'certify'))
    throw new Error('Certificates are made only where the key that signs them is known')
  return []
}
