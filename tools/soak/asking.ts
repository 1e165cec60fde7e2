import { randomUUID } from 'node:crypto'
import type { RunningFleet } from './fleet.ts'

/** A request to send. */
export interface Errand {
  name: string
  path: string
  cookie?: string
  /** With a body it is a POST under an idempotency key, sent again under the same key until there is an answer. */
  body?: () => FormData | string
  /** The statuses that are right besides those below 400. */
  may?: readonly number[]
}

/** Result of an errand: the status of its answer, or none if it was given up. */
export interface Ended {
  errand: Errand
  key: string
  status?: number
  text: string
  /** Instant of the first attempt: an attempt without an answer may have done what a later one confirms. */
  sentAt: number
}

const GIVE_UP_MS = 240_000
const ONE_TRY_MS = 60_000
const REST_MS = 250
const ALLOWED = new Set([200, 201, 202, 204, 304])

/** Counts and times of all answers to one kind of errand. */
export interface Tally {
  asked: number
  triedAgain: number
  givenUp: number
  wrong: string[]
  times: number[]
}

export const rest = (ms: number): Promise<void> => new Promise(resolve => void setTimeout(resolve, ms))

/** Sends errands to servers that are ready, and to the other one when a server is gone or refuses for now, until there is an answer. */
export const openAsking = ({ readyUrl }: Pick<RunningFleet, 'readyUrl'>) => {
  const tallies = new Map<string, Tally>()
  /** Answers with 500, from any attempt. */
  const failures: string[] = []
  let client = 0

  const tallyOf = (name: string): Tally => {
    const tally = tallies.get(name) ?? { asked: 0, triedAgain: 0, givenUp: 0, wrong: [], times: [] }
    tallies.set(name, tally)
    return tally
  }

  /** Sends an errand once; throws where the connection breaks. */
  const once = async (
    url: string,
    { path, cookie, body }: Errand,
    key: string,
  ): Promise<{ status: number; text: string }> => {
    const sent = body?.()
    client = (client + 1) % 250
    const answer = await fetch(`${url}${path}`, {
      method: sent === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': `10.0.0.${client + 1}`,
        ...(cookie && { cookie }),
        ...(sent !== undefined && { 'idempotency-key': key }),
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
      signal: AbortSignal.timeout(ONE_TRY_MS),
    })
    return { status: answer.status, text: await answer.text() }
  }

  const ask = async (errand: Errand, key: string = randomUUID()): Promise<Ended> => {
    const begun = performance.now()
    const tally = tallyOf(errand.name)
    tally.asked += 1
    for (let tries = 1; performance.now() - begun < GIVE_UP_MS; tries += 1) {
      const url = readyUrl()
      const answer = url === undefined ? undefined : await once(url, errand, key).catch(() => undefined)
      const where = `${errand.body ? 'POST' : 'GET'} ${errand.path}`
      if (answer?.status === 500) failures.push(`500 ${where}: ${answer.text.slice(0, 300)}`)
      if (answer && ![429, 502, 503].includes(answer.status)) {
        tally.times.push(performance.now() - begun)
        tally.triedAgain += tries > 1 ? 1 : 0
        if (!ALLOWED.has(answer.status) && !errand.may?.includes(answer.status))
          tally.wrong.push(`${answer.status} ${where}: ${answer.text.slice(0, 300)}`)
        return { errand, key, ...answer, sentAt: begun }
      }
      await rest(REST_MS)
    }
    tally.givenUp += 1
    return { errand, key, text: '', sentAt: begun }
  }
  return { ask, tallies, failures }
}

/** True once a request was acknowledged. */
export const isAcknowledged = ({ status }: Ended): boolean => status !== undefined && status < 300
