import type { SubmittedMatchResult } from '#contract/round/instance'
import { poundsOf, showMoney } from '@credit-market/values/money'
import type { SubmittedMatchComparison } from '@credit-market/match-verifier/handed-in'
import { HttpError, notFoundError } from '../runner/refusals.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { type BetterMatch, readPublishedMatch } from './instance.ts'
import { storeAndLogPublishedFile } from './name-file.ts'
import { runVerifierThread } from './thread.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** One queue for all submitted matches, from the API and from the form. */
    handIn: ReturnType<typeof openMatchSubmissions>
  }
}

/** Time limit for checking a match. */
const MILLISECONDS = 20_000
/** Largest number of matches that are checked or wait at a time. */
const MOST_WAITING = 5
const MOST_FINDINGS = 20

const BUSY_SECONDS = 30

const STEPS: Record<SubmittedMatchComparison['step'], string> = {
  1: '',
  2: ' The tie-break compares the requirements served.',
  3: ' The tie-break compares the number of projects: fewer is better.',
  4: ' The tie-break compares which offers and bids came first.',
}

const saysOf = (
  { is, worth, other, step }: SubmittedMatchComparison,
  isNews: boolean,
  isProven: boolean,
): string => {
  const beside = `The surplus of your match is ${showMoney(worth, true)}. The surplus of the accepted match is ${showMoney(other, true)}.`
  if (is === 'same') return `This is the accepted match. ${beside}`
  if (is === 'worse') return `This match keeps all rules, but is not better. ${beside}${STEPS[step]}`
  const shown = isNews
    ? 'Your match is now on the page of the accepted match, and we have notified the market operator.'
    : 'The page already shows another match that is at least as good.'
  const result = isProven
    ? ''
    : ' The accepted match was not proven to be the best, so its result stays as it is.'
  return `This match keeps all rules and is better. ${beside}${STEPS[step]} ${shown}${result}`
}

/** Checks submitted matches one after the other, so that a flood of submissions delays only other submissions. */
export const openMatchSubmissions = (runtime: ActionRuntime) => {
  const { store } = runtime
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  const look = async (roundId: string, match: unknown): Promise<SubmittedMatchResult> => {
    const published = await readPublishedMatch(store.db, roundId)
    if (!published) throw notFoundError()
    const { problem, solution } = published.instance
    const known = published.better?.match ?? null
    const judged = await runVerifierThread({ what: 'judge', problem, solution, known, match }, MILLISECONDS)
    if (judged === null || judged.match === undefined)
      return {
        is: 'notAllowed',
        says:
          judged === null
            ? 'We could not check this match in time. Submit one with fewer flows.'
            : 'This match breaks the rules of the round.',
        findings: judged?.findings.slice(0, MOST_FINDINGS) ?? [],
        worth: null,
        accepted: null,
      }
    const { standing, isNews } = judged
    if (standing.is === 'better' && isNews) {
      const content = { worth: standing.worth, match: judged.match } satisfies BetterMatch
      await storeAndLogPublishedFile(runtime, roundId, { content, actionName: 'RecordBetterMatch' })
    }
    return {
      is: standing.is,
      says: saysOf(standing, isNews, solution.bestKnown === undefined),
      findings: [],
      worth: poundsOf(standing.worth),
      accepted: poundsOf(standing.other),
    }
  }
  /** Checks a match of this round. Throws 404 if the round has no published match, and 503 if the queue is full. */
  return async (roundId: string, match: unknown): Promise<SubmittedMatchResult> => {
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
