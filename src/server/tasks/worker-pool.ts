import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { WorkerPool } from '#matching/pricing/pool'
import { poolWorkerFile } from '../places.ts'

/** More threads would mostly wait for each other. */
const MOST_THREADS = 8

/**
 * The other cores of this machine, for a thread that prices: threads of its own that begin when there is first
 * something to help with, and end with it.
 */
export const workerPool = (threads = Math.min(MOST_THREADS, availableParallelism())): WorkerPool => {
  let workers: Worker[] | undefined
  return job => {
    workers ??= Array.from({ length: threads - 1 }, () => new Worker(poolWorkerFile))
    for (const worker of workers) {
      worker.unref()
      worker.postMessage(job)
    }
  }
}
