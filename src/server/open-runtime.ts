import type { Kysely } from 'kysely'
import { readActor } from './auth/sessions.ts'
import { newId } from './process/ids.ts'
import { openMarketTime } from './store/market-time.ts'
import { verifyImportedMatch } from './matches/imported-match.ts'
import { issueInvoices } from './money/issue-invoices.ts'
import { checkLandAfterChanges } from './sites/keep-land.ts'
import { findMisplacedBoundaryReason } from './sites/misplaced.ts'
import { surveySite } from './sites/survey.ts'
import { openChangeFeed } from './store/change-feed.ts'
import { openDueWork } from './store/due-work.ts'
import type { IssueCertificates, ActionRuntime } from './runner/runtime.ts'
import { openLogChainer } from './log/chaining.ts'
import { openStore } from './store/store.ts'
import type { Database } from './store/tables/tables.ts'
import { readSubjectView } from './views/show.ts'

/** Builds the runtime for actions on a database. Tests and the demonstration pass their own clocks and ids. */
export const openActionRuntime = (
  db: Kysely<Database>,
  {
    time = openMarketTime(),
    ...given
  }: Partial<
    Pick<ActionRuntime, 'time' | 'now' | 'newId' | 'certify' | 'promiseEntry' | 'secondPersonFor'>
  > = {},
): ActionRuntime => {
  const dueWork = openDueWork(db, time)
  return {
    store: openStore(db),
    changeFeed: openChangeFeed(db, dueWork),
    chainer: openLogChainer(),
    dueWork,
    time,
    now: time.now,
    newId,
    show: readSubjectView,
    verifyImported: verifyImportedMatch,
    certify: skipCertificatesWithoutKey,
    issueInvoices,
    promiseEntry: async () => null,
    keepLand: checkLandAfterChanges,
    whyMisplaced: findMisplacedBoundaryReason,
    surveySite,
    actorOf: readActor,
    secondPersonFor: () => 'operator',
    tells: 'news',
    ...given,
  }
}

/** Makes no certificate: everything to certify waits for the signing key. */
export const skipCertificatesWithoutKey: IssueCertificates = async (_tx, changes) => {
  if (changes.some(({ change }) => change === 'certify'))
    throw new Error('Certificates can only be made by a server that has the signing key')
  return []
}
