import { freezeMatchProblem } from '#domain/match/freeze'
import { findUnconfirmedItems } from '#domain/match/not-confirmed'
import { findUsableMatch } from '#domain/unfinished-match/best-known'
import { gapSentence } from '#domain/unfinished-match/messages'
import type { Round } from '#domain/round/round'
import { toObstacle } from '../../common/obstacle.ts'
import { action } from '../../kit/action.ts'
import { addQuote, create, startTask, type Read } from '../../kit/changes.ts'
import { confirm, longText, notStored, withHint } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import { readOffersAndBids, withoutDepositIn } from './offers-and-bids.ts'

const readUsableMatch = async (read: Read, round: Round) => {
  const runs = await read.list('matchResult', { roundId: round.id })
  const market = await readOffersAndBids(read, round, withoutDepositIn(runs.at(-1)))
  const problem = freezeMatchProblem(market)
  return {
    problem,
    unconfirmed: findUnconfirmedItems(market),
    ...findUsableMatch(runs, problem, round.bestKnownGapBasisPoints ?? 0),
  }
}

/**
 * Has the best match that the engine found before its time was over priced among its winners, if the round allows its gap. It
 * is then reviewed like every match.
 */
export const useBestKnownMatch = action({
  name: 'UseBestKnownMatch',
  on: 'round',
  title: 'Use the best known match',
  binds: {
    verb: 'Use this match',
    undone: 'No one is bound or notified yet. You review the match with its prices next, and can reject it.',
  },
  description:
    'The engine prices the best match that it found, among its winners alone. It is not proven to be the best: everyone who took part, and the public, can see how much better another match may be.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Failed'],
  when: ({ bestKnownGapBasisPoints }) =>
    bestKnownGapBasisPoints !== null ||
    'Using the best known match is not possible. The round did not allow it before bids opened',
  given: async (read, round) => {
    const { best, obstacle } = await readUsableMatch(read, round)
    return {
      gap: best && gapSentence({ open: 'best', ...best }),
      obstacles: obstacle === null ? [] : [toObstacle('round', round, 'Match', obstacle)],
    }
  },
  fields: {
    reason: notStored(
      withHint(
        longText('Why do you not give the match more time?', 3),
        'Your reason stays in the audit trail of the round.',
      ),
    ),
    confirmed: withHint(
      confirm('Use the best known match'),
      'You can see the gap here. Everyone who took part can see it too, once you accept the match.',
    ),
  },
  warn: (_answers, _round, { gap }) => (gap === null ? {} : { confirmed: gap }),
  check: (_, { obstacles: [first] }) => (first ? { form: first.text } : {}),
  to: 'Matching',
  reads: (read, round) => readUsableMatch(read, round),
  effect: ({ subject: round, reads: { problem, unconfirmed, best }, values: { reason }, now, newId }) => {
    if (best === null) throw new Error(`Round ${round.id} has no best known match to use`)
    return [
      create('matchResult', {
        id: newId(),
        roundId: round.id,
        problem,
        unconfirmed,
        bestKnown: best,
        startedAt: now,
      }),
      addQuote('round', round, reason),
      startTask('match', round.id),
    ]
  },
  done: 'The best known match is being priced',
})
