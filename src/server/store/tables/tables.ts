import { isKeyOf } from '#domain/values/narrow'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DraftAnswers } from '#actions/common/draft'
import type { EmailFrequency, NoticeFacts } from '#domain/text/notice'
import type { ScheduledCheckKind } from '#domain/project/check-schedule'
import type { CreditStatus } from '#domain/credit/credit'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day, Instant } from '@credit-market/values/dates'
import type { EntityMap, Kind, StoredKind } from '#domain/disclosure/entities'
import type { Pence } from '@credit-market/values/money'
import type { MoneyAccount } from '#domain/money/account'
import type { InvoiceKind } from '#domain/money/invoice'
import type { LatePaymentTerms } from '#domain/money/late-payment'
import type { PaymentSchedule } from '#domain/money/payment-schedule'
import type { SettledPurchase } from '#domain/prices/price-cells'
import type { SatisfactionOccasion } from '#domain/project/satisfaction'
import type { Units } from '@credit-market/values/units'
import type { ListView } from '#contract/kit/list-views'
import type { SignUpBody } from '#contract/people/sign-in'
import type {
  ActivityChainTable,
  ActivityPersonalTable,
  ActivityRowTable,
  ActivityTable,
  CertificateKeyTable,
  ChainedEntry,
  LogCheckpointTable,
  LogHashTable,
  LogLeafTable,
} from './log-tables.ts'
import type { MoneyEntryTable, MoneyPostingTable } from './money-tables.ts'
import type {
  Json,
  BulkActTable,
  BulkItemTable,
  InspectionTable,
  MailOutboxTable,
  TaskTable,
} from './queue-tables.ts'
import type {
  ApiKeyTable,
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookTable,
} from './program-tables.ts'
import type {
  MailedCodeTable,
  PasskeyChallengeTable,
  PasskeyTable,
  ProviderSignInTable,
  SecondFactorTable,
  SessionTable,
  SignInAttemptTable,
} from './sign-in-tables.ts'

const jsonColumns = {
  market: ['paymentSchedule', 'latePayment'],
  organisation: ['vatRegistrations'],
  project: ['certification', 'costs'],
  matchResult: ['problem', 'solution', 'unconfirmed', 'bestKnown', 'unfinished'],
  siteBoundary: ['outline'],
  credit: ['unitsPerPeriod'],
  case: ['capacityLeft'],
  invoice: ['content'],
  proposal: ['answers', 'foreseen'],
  savedEstimate: ['needs', 'answers'],
  areaOutline: ['outline'],
  workbookReading: ['reading', 'differences'],
} as const satisfies { [K in StoredKind]?: readonly (keyof EntityMap[K])[] }

type JsonColumn<K extends StoredKind> = K extends keyof typeof jsonColumns
  ? (typeof jsonColumns)[K][number]
  : never

/** True if this column holds a nested value, written as JSON. */
export const isJsonColumn = (kind: StoredKind, column: string): boolean =>
  isKeyOf(jsonColumns, kind) && jsonColumns[kind].some(one => one === column)

/** The table of a kind: its properties as columns, and the order in which its rows were created. */
type Table<K extends StoredKind> = {
  [C in keyof EntityMap[K]]: C extends 'version'
    ? Generated<number>
    : C extends JsonColumn<K>
      ? Json<EntityMap[K][C]>
      : EntityMap[K][C]
} & { ordinal: GeneratedAlways<number> }

/** Every table: one for each kind, with its name, and those that only the implementation needs. */
export type Database = { [K in StoredKind]: Table<K> } & {
  creditBlock: CreditBlockTable
  creditLedger: CreditLedgerTable
  certificateKey: CertificateKeyTable
  /** Certificate files that were handed out, by their hashes. */
  certificateDrawing: { sha256: string; certificateId: string; since: Instant }
  activity: ActivityTable
  activityChain: ActivityChainTable
  /** The log as it is chained, each entry with its link. */
  activityChained: ChainedEntry
  /** Number of entries in a stream. */
  activityStream: { stream: string; position: number }
  /** Entries that are committed and not chained yet; those of one transaction together, identified by the first. */
  activityWaiting: { id: number; entries: number[]; since: Generated<Instant> }
  activityPersonal: ActivityPersonalTable
  activityRow: ActivityRowTable
  logLeaf: LogLeafTable
  logHash: LogHashTable
  logCheckpoint: LogCheckpointTable
  /** Witnesses that follow the log from outside and co-sign it, by name; the key in one line. */
  logWitness: { name: string; key: string; since: Instant }
  /** A witness's cosignature, as the line of a signed note. */
  logCosignature: { size: number; witness: string; at: Instant; line: string }
  /** Entries whose text was rewritten: the present hash, next to the one that the entry stores. */
  activityRewritten: { entryId: number; digest: string }
  task: TaskTable
  mailOutbox: MailOutboxTable
  inboxItem: InboxItemTable
  /** Kinds of emails that no longer go to the address of an organisation in which no one signs in. */
  stoppedEmail: { organisationId: string; kind: string }
  noticeChoice: { userId: string; kind: string; how: EmailFrequency }
  watch: { userId: string; subjectKind: StoredKind; subjectId: string; since: Instant }
  bulkAct: BulkActTable
  bulkItem: BulkItemTable
  idempotency: IdempotencyTable
  session: SessionTable
  credential: { userId: string; passwordHash: string; changedAt: Instant; mustChange: Generated<boolean> }
  secondFactor: SecondFactorTable
  recoveryCode: { userId: string; codeHash: string }
  knownDevice: { id: string; userId: string; since: Instant }
  passkey: PasskeyTable
  providerIdentity: { issuer: string; subject: string; userId: string; isManaged: boolean; since: Instant }
  providerSignIn: ProviderSignInTable
  passkeyChallenge: PasskeyChallengeTable
  mailedCode: MailedCodeTable
  signUp: SignUpTable
  signInAttempt: SignInAttemptTable
  settledRound: SettledRoundTable
  /** Published match of a settled round, by its hash. */
  instanceFile: { sha256: string; roundId: string; at: Instant; said: string }
  settledPurchase: SettledPurchase & { requirementId: string }
  moneyAccount: MoneyAccount
  moneyEntry: MoneyEntryTable
  moneyPosting: MoneyPostingTable
  /** Last places of the series of invoices. */
  invoiceSeries: { issuerId: string; kind: InvoiceKind; last: number }
  /** Projects and requirements of which a part may have fallen due. */
  invoicing: { itemKind: 'project' | 'requirement'; itemId: string; since: Generated<Instant> }
  /** Schedule of payments of a round, as its market had it when registration opened. */
  paymentTerms: {
    roundId: string
    schedule: Json<PaymentSchedule>
    hasInvoices: Generated<boolean>
    latePayment: Json<LatePaymentTerms>
    deposit: Pence | null
  }
  formDraft: FormDraftTable
  listView: ListView & { userId: string }
  dismissedResult: { userId: string; roundId: string; organisationId: string; at: Instant }
  satisfaction: { day: Day; about: SatisfactionOccasion; answer: number; number: number }
  personalCalendar: { userId: string; secretHash: string; madeAt: Instant }
  apiKey: ApiKeyTable
  webhook: WebhookTable
  webhookDelivery: WebhookDeliveryTable
  webhookAttempt: WebhookAttemptTable
  inspection: InspectionTable
  /** The next open check of each kind for a project, as the database calculates it. */
  checkDue: { projectId: string; kind: ScheduledCheckKind; due: Day }
  meta: { key: string; value: string }
}

/** Answers of one person to a form that is not submitted. */
export interface FormDraftTable {
  userId: string
  kind: Kind
  subjectId: string
  action: string
  /** Version of the subject when the answers were last saved. */
  subjectVersion: number
  /** The opened form that saved them last. */
  writer: string
  answers: Json<DraftAnswers>
  at: Instant
}

/** Totals of a settled round: the database calculates them at the settlement, and they do not change. */
export interface SettledRoundTable {
  roundId: string
  /** Number of winning projects. */
  projects: number
  requirements: number
  surplus: Pence | null
  /** The organisations on each side of the payments. */
  payers: string[]
  receivers: string[]
  /** Sold units by credit type, in consecutive periods. */
  sold: Json<{ creditType: CreditType; start: Day; end: Day | null; units: Units }[]>
}

/**
 * Units of one service, by their numbers, that one credit covers for some time. The database derives it from the
 * credit.
 */
export interface CreditBlockTable {
  serial: string
  creditId: string
  serviceNumber: number
  startDay: Day
  endDay: Day | null
  firstUnit: number
  lastUnit: number
}

/** History of the units of a credit: the database writes it with every change, and it never changes. */
export interface CreditLedgerTable {
  seq: GeneratedAlways<number>
  at: Instant
  creditId: string
  serviceId: string
  requirementId: string | null
  isReserved: boolean
  fromStatus: CreditStatus | null
  toStatus: CreditStatus | null
  units: Units
  serials: string[]
  /** Case by which it went back; null while it goes forward. */
  caseId: string | null
}

/** A notice to one person with its facts, whether it has been read, and whether it still waits for an action. */
export interface InboxItemTable {
  id: string
  userId: string
  kind: string
  subjectKind: StoredKind
  subjectId: string
  roundId: string | null
  organisationId: string | null
  facts: Json<NoticeFacts>
  createdAt: Instant
  readAt: Instant | null
  waitsFor: Generated<string[]>
  endedAt: Instant | null
  forDigest: Generated<boolean>
  letterId: string | null
}

/** The answer given to a request, so that a repeated request gets the same answer and takes effect once. */
export interface IdempotencyTable {
  userId: string
  key: string
  requestHash: string
  status: number
  answer: string
  createdAt: Instant
}

/** An organisation and a person that wait for the confirmation of their email address. */
export interface SignUpTable {
  email: string
  details: Json<SignUpDetails>
  passwordHash: string
  createdAt: Instant
}

export type SignUpDetails = Pick<
  SignUpBody,
  'displayName' | 'phone' | 'organisationName' | 'organisationType'
> &
  Partial<Pick<SignUpBody, 'companyNumber' | 'charityNumber' | 'asksForInvitation'>>
