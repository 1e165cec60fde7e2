import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Crew } from '#matching/pricing/tables'
import { crewWorkerFile } from '../places.ts'

/** More threads would mostly wait for each other. */
const MOST_THREADS = 8

/**
 * The other cores of this machine, for a thread that prices: threads of its own that begin when there is first
 * something to help with, and end with it.
 */
export const crewOf = (threads = Math.min(MOST_THREADS, availableParallelism())): Crew => {
  let helpers: Worker[] | undefined
  return job => {
    helpers ??= Array.from({ length: threads - 1 }, () => new Worker(crewWorkerFile))
    for (const helper of helpers) {
      helper.unref()
      helper.postMessage(job)
    }
  }
}
