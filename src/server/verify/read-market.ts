import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { BlobStore } from '../files/blob-store.ts'
import type { RecordedChainPoint } from '../log/log-check.ts'
import { readOnSnapshot } from '../store/one-moment.ts'
import type { Database } from '../store/tables/tables.ts'
import { listTableChecks } from './checks.ts'
import { documentsCheck } from './documents.ts'
import { matchesCheck } from './market.ts'
import { type VerificationResult, runChecks } from './verify.ts'

/** The request for a verification; plain data, which can be sent to a thread. */
export interface VerificationRequest {
  now: Instant
  /** Everything, or only what has been added and can be told from what was verified before. */
  scope: 'everything' | 'additions'
  /** Points of the log noted elsewhere. */
  noted: readonly RecordedChainPoint[]
  /** Results and progress of earlier verifications. */
  kept: Map<string, string>
}

/** The result, and the results and progress for the next verification. */
export interface VerificationAnswer {
  found: VerificationResult
  kept: Map<string, string>
}

/**
 * Runs the checks of a verification on one snapshot. Of the additions, it judges the matches of settled rounds that it
 * has not accepted, and reads the documents filed since with a share of the others; entries of the log and the rows that
 * they changed are verified on arrival (`as-it-comes.ts`).
 */
export const readMarket = async (
  { db, files }: { db: Kysely<Database>; files: Pick<BlobStore, 'open'> },
  { now, scope, noted, kept }: VerificationRequest,
  signal?: AbortSignal,
): Promise<VerificationAnswer> => {
  const onlyAdditions = scope === 'additions'
  const checks = onlyAdditions ? [matchesCheck] : listTableChecks(noted)
  const found = await readOnSnapshot(db, moment =>
    runChecks({ db: moment, now, kept, onlyAdditions, ...(signal && { signal }) }, [
      ...checks,
      documentsCheck(files),
    ]),
  )
  return { found, kept }
}
