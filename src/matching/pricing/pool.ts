import { helpWithDraws, type DrawJob } from './draws.ts'
import { helpWithPairs, type PairJob } from './gains.ts'
import { helpWithTables, type TableJob } from './tables.ts'

/** Pricing that several threads share: tables to be filled, kinds of sets to be paired, or draws to be valued. */
export type Job = TableJob | PairJob | DrawJob

/** What another thread does when it is handed a job. */
export const work = (job: Job): void => {
  if ('games' in job) helpWithTables(job)
  else if ('slices' in job) helpWithPairs(job)
  else helpWithDraws(job)
}

/** Hands a job to other threads, each of which works at it. */
export type WorkerPool = (job: Job) => void
