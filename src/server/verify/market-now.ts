import type { Instant } from '@credit-market/values/dates'
import type { BlobStore } from '../files/blob-store.ts'
import { chainPendingEntries } from '../log/chaining.ts'
import type { Store } from '../store/store.ts'
import type { RecordedChainPoint } from '../log/log-check.ts'
import { readMarketApart, type VerificationSources } from './apart.ts'
import { readStoredVerificationData, recordAdditions, recordVerification } from './noted.ts'
import { readMarket, type VerificationAnswer, type VerificationRequest } from './read-market.ts'
import type { VerificationResult } from './verify.ts'

/** A running market to verify, and how. */
interface Verifying {
  store: Store
  files: Pick<BlobStore, 'open'>
  /** Verifies in a thread of its own, which finds the market here; without it, in this thread. */
  apart?: VerificationSources | undefined
  now: Instant
  /** Repeats everything, also what was verified before. */
  afresh?: boolean
  /** Points of the log that were noted elsewhere. */
  noted?: readonly RecordedChainPoint[]
  signal?: AbortSignal | undefined
}

const verify = async (
  { store, files, apart, now, afresh = false, noted = [], signal }: Verifying,
  scope: VerificationRequest['scope'],
): Promise<VerificationAnswer> => {
  await chainPendingEntries(store.db)
  const kept = afresh ? new Map<string, string>() : await readStoredVerificationData(store.db)
  const request = { now, scope, noted, kept }
  return apart
    ? readMarketApart(apart, request, signal)
    : readMarket({ db: store.db, files }, request, signal)
}

/**
 * Verifies the market as it is now while it runs, stores the result, and notifies administrators of new differences.
 */
export const verifyRunningMarket = async (verifying: Verifying): Promise<VerificationResult> => {
  const { found, kept } = await verify(verifying, 'everything')
  await verifying.store.transaction(tx => recordVerification(tx, found, kept))
  return found
}

/**
 * Verifies what has been added to the running market. If something differs, it verifies everything at once, which stores
 * the differences and notifies administrators. Returns the number of differences.
 */
export const verifyAdditions = async (verifying: Verifying): Promise<number> => {
  const { found, kept } = await verify(verifying, 'additions')
  if (found.differences.length === 0) {
    await recordAdditions(verifying.store.db, verifying.now, kept)
    return 0
  }
  const { differences, more } = await verifyRunningMarket(verifying)
  return differences.length + more
}
