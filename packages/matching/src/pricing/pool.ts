import { runDrawValuationJob, type DrawValuationJob } from './draws.ts'
import { runClassPairJob, type ClassPairJob } from './gains.ts'
import { runValueTableJob, type ValueTableJob } from './tables.ts'

/** Pricing work that threads share: tables to fill, pairs of classes to combine, or draws to value. */
export type PricingJob = ValueTableJob | ClassPairJob | DrawValuationJob

/** Runs a job in another thread. */
export const runPricingJob = (job: PricingJob): void => {
  if ('games' in job) runValueTableJob(job)
  else if ('slices' in job) runClassPairJob(job)
  else runDrawValuationJob(job)
}

/** Sends a job to other threads, which all work on it. */
export type WorkerPool = (job: PricingJob) => void
