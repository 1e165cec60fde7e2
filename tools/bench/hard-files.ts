import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Target and sender of the files. */
export interface Goal {
  url: string
  field: string
  cookie: string
}

/**
 * Sends files that are expensive to inspect to an action, one after another, until the returned function is called, which returns how many
 * were sent. A thread sends them, so that the measurement is not slowed down by the sender.
 */
export const sendHardFiles = (goal: Goal): (() => Promise<number>) => {
  const sender = new Worker(new URL('hard-files-sender.ts', import.meta.url), { workerData: goal })
  return async () => {
    const told = once(sender, 'message')
    sender.postMessage('stop')
    const [sent] = (await told) as [number]
    await sender.terminate()
    return sent
  }
}
