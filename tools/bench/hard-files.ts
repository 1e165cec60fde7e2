import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Where hard files are sent, and by whom. */
export interface Goal {
  url: string
  field: string
  cookie: string
}

/**
 * Sends files that are hard to look into to an action, one after another, until it is told to stop; answers then how many
 * there were. A thread sends them, so that those who measure meanwhile are not held up by it themselves.
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
