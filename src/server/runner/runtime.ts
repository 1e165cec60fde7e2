import type { Kysely } from 'kysely'
import type { Change, EffectContext } from '#actions/kit/changes'
import type { Resource } from '#contract/kit/resource'
import type { SiteSurvey } from '#contract/kit/site-boundary'
import type { Actor } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { CertificateSeries, CertificateSubjectKind } from '#domain/credit/certificate'
import type { ApprovalScope } from '#domain/steps/proposal'
import type { Round } from '#domain/round/round'
import type { SiteOutline } from '#domain/land/site-outline'
import type { ReadAccess, Store, StoreTransaction } from '../store/store.ts'
import type { DueWork } from '../store/due-work.ts'
import type { MarketTime } from '../store/market-time.ts'
import type { LogPromise } from '#proof/promise'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import type { ChangeFeed } from '../store/change-feed.ts'

/** Chains new entries of the log, in the background. */
export interface LogChainer {
  /** Signals a commit, so that it is chained now rather than within half a second. */
  wake: () => void
  /** Runs until stopped. Several servers may: one chains at a time, and the others skip. */
  start: (
    on: { db: Kysely<Database>; dueWork: DueWork },
    failed: (error: unknown) => void,
  ) => { stop: () => Promise<void> }
}

/** The subject that an answer shows: a thing by its kind and id, or a list. */
export interface ChangedSubjectOrList {
  kind: Kind
  id: string
}

/** A certificate that was made: its kind, its number, and the hash of its content. */
export interface IssuedCertificate {
  kind: CertificateSubjectKind
  id: string
  series: CertificateSeries
  number: string
  sha256: string
}

/** Makes the certificates among some applied changes. */
export type IssueCertificates = (
  tx: StoreTransaction,
  changes: readonly Change[],
  given: EffectContext,
) => Promise<IssuedCertificate[]>

/** Issues the invoices, credit notes and deposits among some applied changes, and settles deposits. */
export type IssueInvoices = (
  tx: StoreTransaction,
  changes: readonly Change[],
  given: EffectContext,
) => Promise<void>

/** Signs a promise that the log will contain an entry; null if there is no signing key. */
export type SignEntryPromise = (entry: ActivityTable) => Promise<LogPromise | null>

/** Records overlaps of new site outlines among applied changes, and refuses land that would be sold twice. */
export type CheckLandOnChange = (
  tx: StoreTransaction,
  changes: readonly Change[],
  given: EffectContext & { actor: Actor },
) => Promise<void>

/** Says why a site boundary cannot be right, given the round of its subject; null if it can. */
export type FindMisplacedBoundaryReason = (
  tx: StoreTransaction,
  outline: SiteOutline,
  round: Round | undefined,
) => Promise<string | null>

/**
 * Compares a site boundary with the location of its subject, and finds what surrounds it, as far as the reader may
 * know.
 */
export type SurveySite = (
  tx: StoreTransaction,
  site: { kind: Kind; subject: object; round: Round | undefined; outline: SiteOutline },
  reader: Actor,
) => Promise<SiteSurvey>

/**
 * Ways to notify people of an action: as a new notice; as an old notice that counts as read, without an
 * email; or not at all, if the action is so old that the retention of its notices has ended.
 */
export type NotificationMode = 'news' | 'history' | 'nothing'

/**
 * Everything that running actions needs: the store, the change feed, the chainer, the sources of time and ids, and the
 * functions of other modules.
 */
export interface ActionRuntime {
  store: Store
  changeFeed: ChangeFeed
  chainer: LogChainer
  dueWork: DueWork
  /** The database's clock as this server carries it on. */
  time: MarketTime
  now: () => Instant
  newId: () => string
  /** Reads a place as this reader sees it now; without a reader, only its address. */
  show: (
    look: ReadAccess,
    place: ChangedSubjectOrList,
    reader: Actor | null,
    now: Instant,
  ) => Promise<Resource>
  /**
   * Verifies and hashes a match that was made elsewhere, before it is stored; throws `HttpError` 422 if it is invalid.
   */
  verifyImported: (changes: readonly Change[]) => Change[]
  certify: IssueCertificates
  issueInvoices: IssueInvoices
  promiseEntry: SignEntryPromise
  keepLand: CheckLandOnChange
  whyMisplaced: FindMisplacedBoundaryReason
  surveySite: SurveySite
  /** Returns a proposer as an actor with their present rights; undefined if they are locked out. */
  actorOf: (db: ReadAccess['db'], userId: string) => Promise<Actor | undefined>
  /** Returns whose acts a second person must approve (decision 0091). */
  secondPersonFor: () => ApprovalScope
  tells: NotificationMode
}
