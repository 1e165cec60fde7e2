import { canonicalJson } from '@credit-market/values/canonical'
import { freezeMatchProblem } from '#domain/match/freeze'
import { winnersWithoutDepositWarning, winnerWithoutDepositText } from '#domain/match/missing-deposits'
import { deriveRoundOutcome } from '#domain/match/outcome'
import { ownersOfItems } from '#domain/match/parties'
import { settleRound } from '#domain/match/settlement'
import { gapInMillionths } from '#domain/match/match-result'
import { toObstacle } from '../../common/obstacle.ts'
import { action } from '../../kit/action.ts'
import { create, changeStatus, remove, startTask, update } from '../../kit/changes.ts'
import { confirm } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'
import {
  endUnfinishedItemsOfRound,
  END_OF_ROUND_STATUS_CHANGES,
  readUnfinishedItems,
} from './end-what-is-left.ts'
import { readWinnersWithoutDeposit } from './missing-deposits.ts'
import { readOffersAndBids, withoutDepositIn } from './offers-and-bids.ts'
import { readResultRecipients, notifyResults } from './tell-results.ts'

const CHANGED = 'Offers, bids or the reserve have changed since this match was made. Run the match again'

/** Settles the round: winners get rights, and nothing can be undone. */
export const acceptMatch = action({
  name: 'AcceptMatch',
  on: 'round',
  title: 'Accept match',
  binds: {
    verb: 'Accept and settle',
    undone: 'You cannot undo this. The winners are bound, and everyone who took part is notified.',
  },
  description: 'Settles the round: the match binds the winners, and everyone who took part is notified.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Matched'],
  given: async (read, round) => {
    const result = await read.latest('matchResult', { roundId: round.id })
    const market = await readOffersAndBids(read, round, withoutDepositIn(result))
    const isImported = result?.solution?.rule === 'Imported'
    const now = freezeMatchProblem(isImported ? { ...market, controlled: [] } : market)
    const isUnchanged = result !== undefined && canonicalJson(result.problem) === canonicalJson(now)
    return {
      winnersWithoutDeposit: await readWinnersWithoutDeposit(read, round, result),
      obstacles: isUnchanged ? [] : [toObstacle('round', round, 'RejectMatch', CHANGED)],
    }
  },
  fields: { confirmed: confirm('Accept this match and create the rights') },
  warn: (_answers, _round, { winnersWithoutDeposit: { length } }) =>
    length > 0 ? { confirmed: winnersWithoutDepositWarning(length) } : {},
  check: (_, { obstacles: [first] }) => (first ? { form: first.text } : {}),
  to: 'Settled',
  moves: [
    ['project', 'Offered', 'Matched'],
    ['project', 'Offered', 'Unmatched'],
    ['requirement', 'Bid', 'RightsCreated'],
    ['requirement', 'Bid', 'Unmatched'],
    ...END_OF_ROUND_STATUS_CHANGES,
  ],
  reads: async (read, round) => {
    const result = await read.latest('matchResult', { roundId: round.id })
    return {
      result,
      market: await readOffersAndBids(read, round, withoutDepositIn(result)),
      left: await readUnfinishedItems(read, round),
      letters: await readResultRecipients(read, round),
      isPublished: (await read.one('market', round.marketId))?.instances === 'published',
    }
  },
  preview: ({ given: { winnersWithoutDeposit } }) => ({
    preview: winnersWithoutDeposit.map(winnerWithoutDepositText),
  }),
  effect: ({ subject: round, reads: { market, result, left, letters, isPublished }, now, newId }) => {
    if (!result?.solution) throw new Error(`Round ${round.id} is matched but has no solution`)
    const settled = settleRound({ ...market, problem: result.problem, solution: result.solution })
    const tookPart = new Set([
      ...market.participations.filter(({ status }) => status === 'Registered').map(one => one.organisationId),
      ...ownersOfItems(result.problem).values(),
    ])
    return [
      update('round', round, { settledAt: now, settledGapMillionths: gapInMillionths(result.solution) }),
      ...settled.projects.map(({ project, to }) => changeStatus('project', project, to)),
      ...settled.requirements.map(({ requirement, to }) => changeStatus('requirement', requirement, to)),
      ...settled.divided.map(id => remove('credit', { id })),
      ...settled.credits.map(credit => create('credit', { ...credit, id: newId() })),
      ...notifyResults(
        round,
        deriveRoundOutcome(result.problem, result.solution, result.unconfirmed),
        [...tookPart].toSorted(),
        letters,
      ),
      ...endUnfinishedItemsOfRound(round, left),
      ...(isPublished ? [startTask('publishInstance', round.id)] : []),
    ]
  },
  done: 'The match has been accepted, and the round is settled',
})
