import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Fleeting } from '#domain/retention'
import type { Database } from './tables.ts'

/** Which rows of a table end, and what says since when: there is an index on that column for them. */
export interface Ending {
  /** For how long they are kept is said there (`domain/retention.ts`). */
  kind: Fleeting
  since: string
  /** All of them, unless it is said which. */
  where?: RawBuilder<SqlBool>
  /** What becomes of a row that ends: it goes, unless only its content does, or its bytes go with it one by one (`tasks/sweep-uploads.ts`). */
  how?: 'emptied' | 'swept'
}

/** What becomes of the rows of a table with time: they stay, for the reason named, or some of them end. */
type Life = Readonly<{ stays: string; ends?: readonly Ending[] }>

const BOOKS: Life = { stays: 'The books of the market' }
const LOG: Life = { stays: 'The activity log, which can only be added to' }
const LEDGER: Life = { stays: 'The ledger of credits, which can only be added to' }
const WORKED_OUT: Life = { stays: 'Worked out from the books, and as large as they are' }
const FOLDED: Life = { stays: 'Worked out from the books, and folded together every second' }
const SETTING: Life = { stays: 'What everybody chooses from; it does not grow with business' }
const ACCOUNT: Life = { stays: 'Part of an account, and goes with it' }
const NOTE: Life = { stays: 'A row for each thing that is noted; it does not grow' }

const all = (kind: Fleeting, since: string): Life => ({
  stays: 'Until its time is over',
  ends: [{ kind, since }],
})

const DONE_WITH = sql<SqlBool>`state <> 'queued'`

/**
 * Every table, by what becomes of its rows. Where they stay it is because they are the record, or do not grow by themselves;
 * what has a time ends by the numbers of `domain/retention.ts` (`tasks/forget-expired.ts`). A view has no rows of its own.
 */
export const LIVES = {
  organisation: BOOKS,
  organisationTie: BOOKS,
  user: BOOKS,
  market: BOOKS,
  round: BOOKS,
  roundDeclaration: BOOKS,
  declarationAnswer: BOOKS,
  participation: BOOKS,
  agentAuthority: BOOKS,
  project: BOOKS,
  service: BOOKS,
  siteBoundary: BOOKS,
  siteOverlap: WORKED_OUT,
  complianceCheck: BOOKS,
  performanceCheck: BOOKS,
  verification: BOOKS,
  evidenceRequest: BOOKS,
  workbookReading: BOOKS,
  checkDue: WORKED_OUT,
  projectGroup: BOOKS,
  requirement: BOOKS,
  requirementGroup: BOOKS,
  matchResult: BOOKS,
  credit: BOOKS,
  certificate: BOOKS,
  proposal: BOOKS,
  certificateKey: { stays: 'Whoever has a certificate or a checkpoint checks it by the key that signed it' },
  certificateDrawing: {
    stays: 'By what was handed out a file is known again; it grows with downloads of new certificates only',
  },
  comment: BOOKS,
  filedDocument: {
    stays: 'The books of the market, once filed',
    ends: [{ kind: 'upload', since: 'uploadedAt', where: sql<SqlBool>`owner_id is null`, how: 'swept' }],
  },
  projectType: SETTING,
  standard: SETTING,
  standardVersion: SETTING,
  areaOutline: SETTING,
  nca: SETTING,
  lpa: SETTING,
  subcatchment: SETTING,
  declaration: SETTING,
  brand: SETTING,
  creditBlock: LEDGER,
  creditLedger: LEDGER,
  creditLevel: WORKED_OUT,
  searchEntry: WORKED_OUT,
  searchWord: WORKED_OUT,
  keptCount: FOLDED,
  changeMark: FOLDED,
  instanceFile: { stays: 'Whoever was shown it, or handed it in, finds it again; two of a round at most' },
  settledRound: WORKED_OUT,
  settledPurchase: WORKED_OUT,
  satisfaction: { stays: 'Counts of nobody in particular, ten rows a day at most' },
  activity: LOG,
  activityChain: LOG,
  activityStream: LOG,
  activityWaiting: { stays: 'Until its entries are chained, within a second' },
  activityPersonal: LOG,
  activityRow: LOG,
  logLeaf: LOG,
  logHash: LOG,
  logCheckpoint: LOG,
  logWitness: SETTING,
  logCosignature: { stays: 'Part of a checkpoint, one of each witness' },
  activityRewritten: LOG,
  meta: NOTE,
  kyselyMigration: NOTE,
  kyselyMigrationLock: NOTE,
  credential: ACCOUNT,
  secondFactor: ACCOUNT,
  recoveryCode: ACCOUNT,
  passkey: ACCOUNT,
  providerIdentity: ACCOUNT,
  dismissedResult: ACCOUNT,
  formDraft: all('formDraft', 'at'),
  listView: ACCOUNT,
  personalCalendar: ACCOUNT,
  apiKey: { stays: 'The activity log names the key by which something was done; it goes with the account' },
  webhook: { stays: 'Until an administrator removes it; twenty of an organisation at most' },
  webhookDelivery: {
    stays: 'Until it is taken or given up, and its time is over',
    ends: [{ kind: 'delivery', since: 'madeAt', where: DONE_WITH }],
  },
  webhookAttempt: { stays: 'Part of a delivery, and goes with it' },
  session: all('session', 'expiresAt'),
  signInAttempt: all('signInAttempt', 'at'),
  knownDevice: all('knownDevice', 'since'),
  passkeyChallenge: all('passkeyChallenge', 'expiresAt'),
  providerSignIn: all('providerSignIn', 'expiresAt'),
  mailedCode: all('mailedCode', 'expiresAt'),
  signUp: all('signUp', 'createdAt'),
  invitation: all('invitation', 'invitedAt'),
  mailOutbox: {
    stays: 'Until it has gone out or is given up, and its time is over',
    ends: [
      {
        kind: 'letter',
        since: 'createdAt',
        where: sql<SqlBool>`${DONE_WITH} and (organisation_id is null or state = 'failed')`,
      },
      {
        kind: 'letter',
        since: 'createdAt',
        where: sql<SqlBool>`state = 'sent' and facts <> '{}'`,
        how: 'emptied',
      },
      { kind: 'letterSent', since: 'createdAt', where: DONE_WITH },
    ],
  },
  inboxItem: all('inboxItem', 'createdAt'),
  noticeChoice: ACCOUNT,
  watch: ACCOUNT,
  idempotency: all('idempotency', 'createdAt'),
  task: all('task', 'finishedAt'),
  inspection: {
    stays: 'Until it is answered, or its time is over',
    ends: [{ kind: 'task', since: 'begunAt' }],
  },
  bulkAct: { stays: 'Part of a task, and goes with it' },
  bulkItem: { stays: 'Part of a task, and goes with it' },
} as const satisfies Readonly<Record<string, Life>> &
  Readonly<Record<Exclude<keyof Database, 'activityChained'>, Life>>

/** All that ends, each with its table. */
export const ENDINGS: readonly (Ending & { table: string })[] = Object.entries<Life>(LIVES).flatMap(
  ([table, { ends = [] }]) => ends.map(ending => ({ ...ending, table })),
)
