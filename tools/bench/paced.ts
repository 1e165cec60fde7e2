import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { clientAddress } from './installation.ts'
import type { Asking } from './load.ts'

/** Result of clients that send requests at a fixed pace. Times are in milliseconds, from when a request was due. */
export interface Pace {
  asked: number
  failed: number
  /** Counts of unsuccessful statuses; 0 stands for no answer. */
  failedWith: ReadonlyMap<number, number>
  p50: number
  p99: number
  perSecond: number
}

const TIMEOUT_MS = 60_000

const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Lets clients send requests at a fixed pace, each some milliseconds after its previous request, however long answers take;
 * a client that is not answered yet asks as soon as it is, and what it waited counts. Goes on until it is ended, or until
 * each has asked so often.
 */
export const paced = (
  url: string,
  { clients, everyMs, times = Infinity }: { clients: number; everyMs: number; times?: number },
  asking: (client: number, n: number) => Asking,
): { done: Promise<Pace>; end: () => Promise<Pace> } => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const stop = new AbortController()
  const latencies: number[] = []
  const failedWith = new Map<number, number>()
  const begun = performance.now()
  const runs = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; n < times && !stop.signal.aborted; n += 1) {
      const due = begun + (client / clients + n) * everyMs
      const early = due - performance.now()
      if (early > 0) await setTimeout(early, undefined, { signal: stop.signal }).catch(() => {})
      if (stop.signal.aborted) return
      const { headers, ...rest } = asking(client, n)
      const status = await send(agent, url, { ...rest, headers: { ...headers, ...clientAddress(client) } }, n)
      if (status >= 200 && status < 400) latencies.push(performance.now() - due)
      else failedWith.set(status, (failedWith.get(status) ?? 0) + 1)
    }
  })
  const done = Promise.all(runs).then(() => {
    agent.destroy()
    const failed = [...failedWith.values()].reduce((sum, one) => sum + one, 0)
    const sorted = latencies.toSorted((a, b) => a - b)
    return {
      asked: latencies.length + failed,
      failed,
      failedWith,
      p50: shareOf(sorted, 0.5),
      p99: shareOf(sorted, 0.99),
      perSecond: (1000 * latencies.length) / (performance.now() - begun),
    }
  })
  return {
    done,
    end: () => {
      stop.abort()
      return done
    },
  }
}

/** The status answered; nought where there was no answer. */
const send = (agent: Agent, url: string, { path, headers, body }: Asking, n: number): Promise<number> =>
  new Promise(resolve => {
    const text = body && JSON.stringify(body(n))
    const asked = request(
      `${url}${path}`,
      {
        agent,
        timeout: TIMEOUT_MS,
        method: text === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
      },
      answer => {
        answer.resume()
        answer.on('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0))
      },
    )
    asked.on('timeout', () => void asked.destroy())
    asked.on('error', () => resolve(0))
    asked.end(text)
  })
