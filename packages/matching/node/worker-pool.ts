import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { WorkerPool } from '../src/pricing/pool.ts'

// The worker's program is next to this file, both in source and when bundled.
const program = new URL(
  import.meta.url.endsWith('.ts') ? 'pool-worker.ts' : 'pool-worker.js',
  import.meta.url,
)

/** More threads would mostly wait for each other. */
const MOST_THREADS = 8

/**
 * Threads on the other cores of this machine; they start when there is first something to share, and end with the
 * calling thread.
 */
export const createWorkerPool = (threads = Math.min(MOST_THREADS, availableParallelism())): WorkerPool => {
  let workers: Worker[] | undefined
  return job => {
    workers ??= Array.from({ length: threads - 1 }, () => new Worker(program))
    for (const worker of workers) {
      worker.unref()
      worker.postMessage(job)
    }
  }
}
