import { randomUUID } from 'node:crypto'
import type { Fleet } from './fleet.ts'

/** One thing that somebody asks for. */
export interface Errand {
  name: string
  path: string
  cookie?: string
  /** With one it is a POST under a key of its own, made anew for each try. */
  body?: () => FormData | string
  /** The statuses that are right besides those below 400. */
  may?: readonly number[]
}

/** How an errand ended: the status of its answer, or none when it was given up. */
export interface Ended {
  status?: number
  text: string
  tries: number
  ms: number
  /** When the try that was answered was sent. */
  sentAt: number
}

const GIVE_UP_MS = 180_000
const ONE_TRY_MS = 90_000
const REST_MS = 250
const ALLOWED = new Set([200, 201, 204, 304])

/** What was seen of all answers, by name of errand. */
export interface Tally {
  asked: number
  triedAgain: number
  givenUp: number
  wrong: string[]
  times: number[]
}

export const rest = (ms: number): Promise<void> => new Promise(resolve => void setTimeout(resolve, ms))

/** Asks at one server, and at the other when that one is gone or sends away, until there is an answer. */
export const openAsking = ({ places }: Fleet) => {
  const tallies = new Map<string, Tally>()
  let turn = 0

  const tallyOf = (name: string): Tally => {
    const tally = tallies.get(name) ?? { asked: 0, triedAgain: 0, givenUp: 0, wrong: [], times: [] }
    tallies.set(name, tally)
    return tally
  }

  const once = async (
    url: string,
    { path, cookie, body }: Errand,
    key: string,
  ): Promise<{ status: number; text: string } | undefined> => {
    const sent = body?.()
    const answer = await fetch(`${url}${path}`, {
      method: sent === undefined ? 'GET' : 'POST',
      headers: {
        ...(cookie && { cookie }),
        ...(sent !== undefined && { 'idempotency-key': key }),
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
      signal: AbortSignal.timeout(ONE_TRY_MS),
    })
    return { status: answer.status, text: await answer.text() }
  }

  const ask = async (errand: Errand): Promise<Ended> => {
    const key = randomUUID()
    const begun = performance.now()
    const tally = tallyOf(errand.name)
    tally.asked += 1
    turn += 1
    for (let tries = 1; performance.now() - begun < GIVE_UP_MS; tries += 1) {
      const url = places[(turn + tries) % places.length]?.server?.url
      const sentAt = performance.now()
      // A server that is gone is a reason to ask the other one.
      const answer = url === undefined ? undefined : await once(url, errand, key).catch(() => undefined)
      if (answer && answer.status !== 503 && answer.status !== 429) {
        const ms = performance.now() - begun
        tally.times.push(ms)
        tally.triedAgain += tries > 1 ? 1 : 0
        if (!ALLOWED.has(answer.status) && !errand.may?.includes(answer.status))
          tally.wrong.push(`${answer.status} ${errand.path}: ${answer.text.slice(0, 300)}`)
        return { ...answer, tries, ms, sentAt }
      }
      await rest(REST_MS)
    }
    tally.givenUp += 1
    return { text: '', tries: 0, ms: performance.now() - begun, sentAt: begun }
  }
  return { ask, tallies }
}
