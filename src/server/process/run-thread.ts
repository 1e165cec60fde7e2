import { Worker } from 'node:worker_threads'

/** Runs a program in its own thread, which is stopped afterwards, and returns its first message; null if it does not answer in time. */
export const runThread = <T>(program: URL, workerData: unknown, milliseconds: number): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData })
    const end = (answer: T | null): void => {
      clearTimeout(timer)
      resolve(answer)
      worker.terminate().catch(() => {})
    }
    const timer = setTimeout(() => end(null), milliseconds)
    worker.on('message', end)
    worker.on('error', error => {
      clearTimeout(timer)
      reject(error)
    })
  })
