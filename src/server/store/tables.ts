import { isKeyOf } from '#domain/narrow'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DraftAnswers } from '#actions/common/draft'
import type { How, NoticeFacts } from '#domain/notice'
import type { ScheduledKind } from '#domain/check-schedule'
import type { CreditStatus } from '#domain/credit'
import type { CreditType } from '#domain/credit-type'
import type { Day, Instant } from '#domain/dates'
import type { Entities, Kind, StoredKind } from '#domain/entities'
import type { Pence } from '#domain/money'
import type { Purchase } from '#domain/price-cells'
import type { Occasion } from '#domain/satisfaction'
import type { Units } from '#domain/units'
import type { ListView } from '#contract/list-views'
import type { SignUp } from '#contract/sign-in'
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
import type { Json } from './json-column.ts'
import type {
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
  project: ['certification', 'costs'],
  matchResult: ['problem', 'solution', 'unconfirmed'],
  siteBoundary: ['outline'],
  credit: ['unitsPerPeriod'],
  proposal: ['answers', 'foreseen'],
  areaOutline: ['outline'],
  workbookReading: ['reading', 'differences'],
} as const satisfies { [K in StoredKind]?: readonly (keyof Entities[K])[] }

type JsonColumn<K extends StoredKind> = K extends keyof typeof jsonColumns
  ? (typeof jsonColumns)[K][number]
  : never

/** Does this column hold a nested value, to be written as JSON? */
export const isJson = (kind: StoredKind, column: string): boolean =>
  isKeyOf(jsonColumns, kind) && jsonColumns[kind].some(one => one === column)

/** The table of a kind: its properties as columns, and the order in which its rows came into being. */
type Table<K extends StoredKind> = {
  [C in keyof Entities[K]]: C extends 'version'
    ? Generated<number>
    : C extends JsonColumn<K>
      ? Json<Entities[K][C]>
      : Entities[K][C]
} & { ordinal: GeneratedAlways<number> }

/** Every table: one for each kind, bearing its name, and those that only the machinery needs. */
export type Database = { [K in StoredKind]: Table<K> } & {
  creditBlock: CreditBlockTable
  creditLedger: CreditLedgerTable
  certificateKey: CertificateKeyTable
  /** Files that certificates were handed out as, by their hashes. */
  certificateDrawing: { sha256: string; certificateId: string; since: Instant }
  activity: ActivityTable
  activityChain: ActivityChainTable
  /** The log as it is chained, each entry with its link. */
  activityChained: ChainedEntry
  /** How many entries a stream has. */
  activityStream: { stream: string; position: number }
  /** Entries that are committed and not chained yet, those of one transaction together, by the first of them. */
  activityWaiting: { id: number; entries: number[]; since: Generated<Instant> }
  activityPersonal: ActivityPersonalTable
  activityRow: ActivityRowTable
  logLeaf: LogLeafTable
  logHash: LogHashTable
  logCheckpoint: LogCheckpointTable
  /** Who follows the log from outside and co-signs it, by names; the key in one line. */
  logWitness: { name: string; key: string; since: Instant }
  /** What a witness has co-signed, as the line of a signed note. */
  logCosignature: { size: number; witness: string; at: Instant; line: string }
  /** Entries whose text was rewritten: the hash that it has now, beside the one the entry keeps. */
  activityRewritten: { entryId: number; digest: string }
  task: TaskTable
  mailOutbox: MailOutboxTable
  inboxItem: InboxItemTable
  noticeChoice: { userId: string; kind: string; how: How }
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
  /** What is published of the match of a settled round, by its hash. */
  instanceFile: { sha256: string; roundId: string; at: Instant; said: string }
  settledPurchase: Purchase & { requirementId: string }
  formDraft: FormDraftTable
  listView: ListView & { userId: string }
  dismissedResult: { userId: string; roundId: string; organisationId: string; at: Instant }
  satisfaction: { day: Day; about: Occasion; answer: number; number: number }
  personalCalendar: { userId: string; secretHash: string; madeAt: Instant }
  apiKey: ApiKeyTable
  webhook: WebhookTable
  webhookDelivery: WebhookDeliveryTable
  webhookAttempt: WebhookAttemptTable
  inspection: InspectionTable
  /** The next check of each kind of a project that is not done: the database works it out. */
  checkDue: { projectId: string; kind: ScheduledKind; due: Day }
  meta: { key: string; value: string }
}

/** Answers of one person to a form that were not submitted. */
export interface FormDraftTable {
  userId: string
  kind: Kind
  subjectId: string
  action: string
  /** The version of the subject when they were kept last. */
  subjectVersion: number
  /** The opened form that kept them last. */
  writer: string
  answers: Json<DraftAnswers>
  at: Instant
}

/** What a settled round has come to: the database reckons it at the settlement, and it does not change. */
export interface SettledRoundTable {
  roundId: string
  /** How many won. */
  projects: number
  requirements: number
  surplus: Pence | null
  /** The organisations on each side of the payments. */
  payers: string[]
  receivers: string[]
  /** What was sold, type by type, in steps that follow each other. */
  sold: Json<{ creditType: CreditType; start: Day; end: Day | null; units: Units }[]>
}

/** Units of one service, by their numbers, that one credit holds for some time. The database derives it from the credit. */
export interface CreditBlockTable {
  serial: string
  creditId: string
  serviceNumber: number
  startDay: Day
  endDay: Day | null
  firstUnit: number
  lastUnit: number
}

/** What became of the units of a credit: written by the database with every change, and never changed. */
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
}

/** What one person is told of: a notice with its facts, and whether it has been read and still waits for something to be done. */
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

/** The answer given to a request, so that the same request sent twice is answered alike and done once. */
export interface IdempotencyTable {
  userId: string
  key: string
  requestHash: string
  status: number
  answer: string
  createdAt: Instant
}

/** An organisation and a person that wait for the confirmation of their address. */
export interface SignUpTable {
  email: string
  details: Json<SignUpDetails>
  passwordHash: string
  createdAt: Instant
}

export type SignUpDetails = Pick<SignUp, 'displayName' | 'phone' | 'organisationName' | 'organisationType'> &
  Partial<Pick<SignUp, 'companyNumber' | 'charityNumber' | 'asksForInvitation'>>
