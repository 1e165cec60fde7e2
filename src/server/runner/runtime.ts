import type { Change, Given } from '#actions/kit/changes'
import type { Resource } from '#contract/resource'
import type { SiteSurvey } from '#contract/site-boundary'
import type { Actor } from '#domain/actor'
import type { Instant } from '#domain/dates'
import type { Kind } from '#domain/entities'
import type { CertificateSeries, CertifiedKind } from '#domain/certificate'
import type { SecondPersonFor } from '#domain/proposal'
import type { Round } from '#domain/round'
import type { SiteOutline } from '#domain/site-outline'
import type { Look, Store, Tx } from '../store/store.ts'
import type { MarketTime } from '../store/market-time.ts'
import type { LogPromise } from '#proof/promise'
import type { ActivityTable } from '../store/log-tables.ts'
import type { ChangeFeed } from '../store/change-feed.ts'
import type { Chainer } from '../store/chaining.ts'

/** Where something is: a thing by its kind and id, or a list as such. */
export interface Place {
  kind: Kind
  id: string
}

/** A certificate that was made: of what, its number, and the hash of what it says. */
export interface Made {
  kind: CertifiedKind
  id: string
  series: CertificateSeries
  number: string
  sha256: string
}

/** Makes the certificates among some changes, which have been applied. */
export type Certify = (tx: Tx, changes: readonly Change[], given: Given) => Promise<Made[]>

/** Promises in writing that the log will hold an entry; null where no key is known that signs. */
export type PromiseEntry = (entry: ActivityTable) => Promise<LogPromise | null>

/** Notes what new outlines of sites share, and refuses land that would be sold twice, among changes which have been applied. */
export type KeepLand = (tx: Tx, changes: readonly Change[], given: Given & { actor: Actor }) => Promise<void>

/** Says why a site boundary cannot be right, given the round of its subject; null where it can be. */
export type WhyMisplaced = (tx: Tx, outline: SiteOutline, round: Round | undefined) => Promise<string | null>

/** Compares a site boundary with where its subject lies, and finds what is around it, as far as the reader may know. */
export type SurveySite = (
  tx: Tx,
  site: { kind: Kind; subject: object; round: Round | undefined; outline: SiteOutline },
  reader: Actor,
) => Promise<SiteSurvey>

/**
 * How people are told of what is done: as news; as what they have read long ago, with no letter; or not at all, where it is so
 * old that it would have been forgotten.
 */
export type Tells = 'news' | 'history' | 'nothing'

/** What everything that acts needs: the store, the news of changes, what chains the log, where times and ids come from, and what others know. */
export interface Runtime {
  store: Store
  changeFeed: ChangeFeed
  chainer: Chainer
  /** The database's clock as this server carries it on. */
  time: MarketTime
  now: () => Instant
  newId: () => string
  /** What is to be seen at a place, as this reader sees it now; for nobody, only where it is. */
  show: (look: Look, place: Place, reader: Actor | null, now: Instant) => Promise<Resource>
  /** What is to be stored, with a match that was made elsewhere verified and hashed; `HttpError` 422 where it does not hold. */
  verifyImported: (changes: readonly Change[]) => Change[]
  certify: Certify
  promiseEntry: PromiseEntry
  keepLand: KeepLand
  whyMisplaced: WhyMisplaced
  surveySite: SurveySite
  /** Whoever acts for themselves in what they proposed, with the rights that they have by now; undefined when shut out. */
  actorOf: (db: Look['db'], userId: string) => Promise<Actor | undefined>
  /** Who only proposes what a second person must approve (decision 0091). */
  secondPersonFor: () => SecondPersonFor
  tells: Tells
}
