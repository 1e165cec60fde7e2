import { verifyWorkerFile } from '../process/places.ts'
import { runThreadUntil } from '../process/run-thread.ts'
import type { JobContext } from '../tasks/schedule.ts'
import type { VerificationRequest, VerificationAnswer } from './read-market.ts'

/** Addresses at which a thread finds the database and the documents. */
export type VerificationSources = NonNullable<JobContext['apart']>

/** Work for the thread. */
export type VerificationWork = VerificationSources & { request: VerificationRequest }

/**
 * Verifies the market in a thread of its own, with its own connection (decision 0245), so that requests never wait for
 * the processor. Throws the reason of the signal when that is aborted, and `Error` if the thread fails.
 */
export const readMarketApart = (
  sources: VerificationSources,
  request: VerificationRequest,
  signal?: AbortSignal,
): Promise<VerificationAnswer> => {
  const work: VerificationWork = { ...sources, request }
  return runThreadUntil(verifyWorkerFile, work, signal)
}
