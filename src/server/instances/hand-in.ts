import type { HandedInStanding } from '#contract/instance'
import { poundsOf, showMoney } from '#domain/money'
import type { Standing } from '#matching/verify/handed-in'
import { HttpError, notFound } from '../runner/refusals.ts'
import type { Runtime } from '../runner/runtime.ts'
import { type BetterMatch, publishedOf } from '../views/instance.ts'
import { nameFile } from './name-file.ts'
import { askThread } from './thread.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** One queue for all matches that are handed in, by the API and by the form. */
    handIn: ReturnType<typeof openHandingIn>
  }
}

/** So long a match is looked at. */
const MILLISECONDS = 20_000
/** So many are looked at or wait at a time. */
const MOST_WAITING = 5
const MOST_FINDINGS = 20

const BUSY_SECONDS = 30

const STEPS: Record<Standing['step'], string> = {
  1: '',
  2: ' The rule for ties compares the requirements served.',
  3: ' The rule for ties compares the number of projects, of which fewer are better.',
  4: ' The rule for ties compares which offers and bids came first.',
}

const saysOf = ({ is, worth, other, step }: Standing, isNews: boolean): string => {
  const beside = `It is worth ${showMoney(worth, true)}, and the accepted match ${showMoney(other, true)}.`
  if (is === 'same') return `It is the accepted match itself. ${beside}`
  if (is === 'worse') return `It is allowed, but not better. ${beside}${STEPS[step]}`
  const shown = isNews
    ? 'It is shown on the page of the match, and the market operator is told.'
    : 'A match that is at least as good was handed in before, and is shown.'
  return `It is allowed, and better. ${beside}${STEPS[step]} ${shown}`
}

/** Takes matches that anybody hands in, one after the other, so that whoever sends many holds up nobody but others who do. */
export const openHandingIn = (runtime: Runtime) => {
  const { store } = runtime
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const look = async (roundId: string, match: unknown): Promise<HandedInStanding> => {
    const published = await publishedOf(store.db, roundId)
    if (!published) throw notFound()
    const { problem, solution } = published.instance
    const known = published.better?.match ?? null
    const judged = await askThread({ what: 'judge', problem, solution, known, match }, MILLISECONDS)
    if (judged === null || judged.match === undefined)
      return {
        is: 'notAllowed',
        says:
          judged === null
            ? 'It could not be checked in time. Hand in one with fewer flows.'
            : 'It breaks the rules of the round.',
        findings: judged?.findings.slice(0, MOST_FINDINGS) ?? [],
        worth: null,
        accepted: null,
      }
    const { standing, isNews } = judged
    if (standing.is === 'better' && isNews) {
      const content = { worth: standing.worth, match: judged.match } satisfies BetterMatch
      await nameFile(runtime, roundId, { content, actionName: 'RecordBetterMatch' })
    }
    return {
      is: standing.is,
      says: saysOf(standing, isNews),
      findings: [],
      worth: poundsOf(standing.worth),
      accepted: poundsOf(standing.other),
    }
  }
  /** What there is to say of a match of this round; 404 where none is published, 503 where too many are handed in. */
  return async (roundId: string, match: unknown): Promise<HandedInStanding> => {
    if (waiting >= MOST_WAITING)
      throw new HttpError(
        503,
        { error: 'Too many matches are being checked at the moment. Try again in half a minute.' },
        BUSY_SECONDS,
      )
    waiting += 1
    const turn = last.then(() => look(roundId, match))
    last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      waiting -= 1
    }
  }
}
