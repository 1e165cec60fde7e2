import { runDrawValuationJob, type DrawValuationJob } from './draws.ts'
import { runValueTableJob, type ValueTableJob } from './tables.ts'

/** Pricing work that threads share: tables to fill, or draws to value. */
export type PricingJob = ValueTableJob | DrawValuationJob

/** Runs a job in another thread. */
export const runPricingJob = (job: PricingJob): void => {
  if ('games' in job) runValueTableJob(job)
  else runDrawValuationJob(job)
}

/** Sends a job to other threads, which all work on it. */
export type WorkerPool = (job: PricingJob) => void
