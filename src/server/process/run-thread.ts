import { Worker } from 'node:worker_threads'

/**
 * Runs a program in its own thread, which is stopped afterwards, and returns its first message. Throws the reason of the
 * signal when that is aborted, and `Error` if the thread fails, or ends without a message.
 */
export const runThreadUntil = <T>(program: URL, workerData: unknown, signal?: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(program, { workerData })
    const stop = (): void => {
      signal?.removeEventListener('abort', abort)
      worker.terminate().catch(() => {})
    }
    const abort = (): void => {
      reject(signal?.reason as Error)
      stop()
    }
    signal?.addEventListener('abort', abort)
    worker.on('message', (answer: T) => {
      resolve(answer)
      stop()
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      reject(new Error('A thread ended without an answer'))
      stop()
    })
  })

/** Runs a program in its own thread, like `runThreadUntil`; null if it does not answer in time. */
export const runThread = async <T>(
  program: URL,
  workerData: unknown,
  milliseconds: number,
): Promise<T | null> => {
  const tooLate = new AbortController()
  const timer = setTimeout(() => tooLate.abort(), milliseconds)
  try {
    return await runThreadUntil<T>(program, workerData, tooLate.signal)
  } catch (error) {
    if (tooLate.signal.aborted && error === tooLate.signal.reason) return null
    throw error
  } finally {
    clearTimeout(timer)
  }
}
