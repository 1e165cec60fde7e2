import type { Instant } from '@credit-market/values/dates'
import type { BlobStore } from '../files/blob-store.ts'
import { chainPendingEntries } from '../log/chaining.ts'
import { readOnSnapshot } from '../store/one-moment.ts'
import type { Store } from '../store/store.ts'
import type { RecordedChainPoint } from '../log/log-check.ts'
import { listTableChecks } from './checks.ts'
import { documentsCheck } from './documents.ts'
import { readStoredVerificationData, recordVerification } from './noted.ts'
import { type VerificationResult, runChecks } from './verify.ts'

/**
 * Scope of a verification: everything, or only entries since the last one; and the points of the log noted elsewhere to
 * compare with.
 */
interface Verifying {
  store: Store
  files: Pick<BlobStore, 'open'>
  now: Instant
  afresh?: boolean
  noted?: readonly RecordedChainPoint[]
  signal?: AbortSignal
}

/**
 * Verifies the market as it is now while it runs, stores the result, and notifies administrators of new differences.
 */
export const verifyRunningMarket = async ({
  store,
  afresh = false,
  noted = [],
  files,
  ...reading
}: Verifying): Promise<VerificationResult> => {
  await chainPendingEntries(store.db)
  const kept = afresh ? new Map<string, string>() : await readStoredVerificationData(store.db)
  const found = await readOnSnapshot(store.db, db =>
    runChecks({ ...reading, db, kept }, [...listTableChecks(noted), documentsCheck(files)]),
  )
  await store.transaction(tx => recordVerification(tx, found, kept))
  return found
}
