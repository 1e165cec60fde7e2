import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ExpiringDataKind } from '#domain/disclosure/retention'
import type { Database } from './tables/tables.ts'

/**
 * Rows of a table that end, and the column with the instant from which their retention counts; that column is indexed
 * for them.
 */
export interface RowExpiry {
  /** Kind of data, whose retention period is in `domain/disclosure/retention.ts`. */
  kind: ExpiringDataKind
  since: string
  /** Condition for the rows that end; all rows by default. */
  where?: RawBuilder<SqlBool>
  /**
   * How a row ends: it is deleted by default; only its content is emptied; or its file is deleted with it, one by one
   * (`jobs/sweep-uploads.ts`).
   */
  how?: 'emptied' | 'swept'
}

/** Retention of a table: its rows stay, for the reason given, or some of them end. */
type Life = Readonly<{ stays: string; ends?: readonly RowExpiry[] }>

const BOOKS: Life = { stays: 'Market records; kept permanently' }
const LOG: Life = { stays: 'The activity log, which can only be added to' }
const LEDGER: Life = { stays: 'The ledger of credits, which can only be added to' }
const MONEY: Life = { stays: 'The books of money, which can only be added to' }
const WORKED_OUT: Life = { stays: 'Derived from market records, and grows with them' }
const FOLDED: Life = { stays: 'Derived from market records, and merged every second' }
const SETTING: Life = { stays: 'A setting; it does not grow with business' }
const ACCOUNT: Life = { stays: 'Part of an account, and deleted with it' }
const NOTE: Life = { stays: 'One row for each noted value; it does not grow' }

const all = (kind: ExpiringDataKind, since: string): Life => ({
  stays: 'Until its retention period ends',
  ends: [{ kind, since }],
})

const DONE_WITH = sql<SqlBool>`state <> 'queued'`

/**
 * Retention of every table. Rows stay if they are the record or do not grow in number by themselves; other rows end
 * after the periods of `domain/disclosure/retention.ts` (`jobs/forget-expired.ts`). A view has no rows of its own.
 */
export const TABLE_RETENTION = {
  organisation: BOOKS,
  organisationTie: BOOKS,
  user: BOOKS,
  market: BOOKS,
  round: BOOKS,
  roundDeclaration: BOOKS,
  roundQuestion: BOOKS,
  declarationAnswer: BOOKS,
  participation: BOOKS,
  agentAuthority: BOOKS,
  project: BOOKS,
  service: BOOKS,
  siteBoundary: BOOKS,
  siteOverlap: WORKED_OUT,
  openInvoice: WORKED_OUT,
  heldMaintenance: WORKED_OUT,
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
  case: BOOKS,
  unitFailure: BOOKS,
  unitReplacement: BOOKS,
  proposal: BOOKS,
  certificateKey: { stays: 'Needed to check the signature of a certificate or checkpoint' },
  certificateDrawing: {
    stays: 'Needed to recognise a downloaded file; it grows only with downloads of new certificates',
  },
  comment: BOOKS,
  filedDocument: {
    stays: 'Market records, once filed; kept permanently',
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
  moneyAccount: MONEY,
  moneyEntry: MONEY,
  moneyPosting: MONEY,
  paymentTerms: BOOKS,
  invoice: MONEY,
  bankLine: MONEY,
  payment: MONEY,
  accountBooking: MONEY,
  paymentRun: MONEY,
  paymentOrder: MONEY,
  paymentReminder: MONEY,
  invoiceSeries: MONEY,
  invoicing: { stays: 'Waits for the job that issues invoices, which takes it out', ends: [] },
  searchEntry: WORKED_OUT,
  searchWord: WORKED_OUT,
  keptCount: FOLDED,
  changeMark: FOLDED,
  instanceFile: { stays: 'People who saw it or handed it in can find it again; at most two for each round' },
  settledRound: WORKED_OUT,
  settledPurchase: WORKED_OUT,
  satisfaction: { stays: 'Anonymous counts; at most ten rows a day' },
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
  logCosignature: { stays: 'Part of a checkpoint; one for each witness' },
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
  apiKey: { stays: 'The activity log names the key that was used; deleted with the account' },
  webhook: { stays: 'Until an administrator removes it; at most twenty for each organisation' },
  webhookDelivery: {
    stays: 'Until it is delivered or given up, and its retention period ends',
    ends: [{ kind: 'delivery', since: 'madeAt', where: DONE_WITH }],
  },
  webhookAttempt: { stays: 'Part of a delivery, and deleted with it' },
  session: all('session', 'expiresAt'),
  signInAttempt: all('signInAttempt', 'at'),
  knownDevice: all('knownDevice', 'since'),
  passkeyChallenge: all('passkeyChallenge', 'expiresAt'),
  providerSignIn: all('providerSignIn', 'expiresAt'),
  mailedCode: all('mailedCode', 'expiresAt'),
  signUp: all('signUp', 'createdAt'),
  savedEstimate: {
    stays: 'Until its owner ends it, it becomes a draft, or its retention period ends',
    ends: [
      { kind: 'unconfirmedEstimate', since: 'createdAt', where: sql<SqlBool>`confirmed_at is null` },
      { kind: 'savedEstimate', since: 'createdAt' },
    ],
  },
  invitation: all('invitation', 'invitedAt'),
  mailOutbox: {
    stays: 'Until it is sent or given up, and its retention period ends',
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
  stoppedEmail: { stays: 'Part of an organisation; at most one row for each kind of email' },
  noticeChoice: ACCOUNT,
  watch: ACCOUNT,
  idempotency: all('idempotency', 'createdAt'),
  task: all('task', 'finishedAt'),
  inspection: {
    stays: 'Until it is answered, or its retention period ends',
    ends: [{ kind: 'task', since: 'begunAt' }],
  },
  bulkAct: { stays: 'Part of a task, and deleted with it' },
  bulkItem: { stays: 'Part of a task, and deleted with it' },
} as const satisfies Readonly<Record<string, Life>> &
  Readonly<Record<Exclude<keyof Database, 'activityChained'>, Life>>

/** All rows that end, with their tables. */
export const ROW_EXPIRIES: readonly (RowExpiry & { table: string })[] = Object.entries<Life>(
  TABLE_RETENTION,
).flatMap(([table, { ends = [] }]) => ends.map(ending => ({ ...ending, table })))
