import { canonicalJson } from '#domain/canonical'
import { matchProblemOf } from '#domain/freeze'
import { outcomeOf } from '#domain/outcome'
import { settle } from '#domain/settlement'
import { obstacle } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { create, move, remove, start, update } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { endings, ENDS, leftBehindIn } from './left-behind.ts'
import { offersAndBids } from './offers-and-bids.ts'
import { lettersFor, tellResults } from './tell-results.ts'

const CHANGED = 'Offers, bids or the reserve have changed since this match was made: run the match again'

/** Settles the round: rights are created for the winners, and nothing of it can be undone. */
export const acceptMatch = action({
  name: 'AcceptMatch',
  on: 'round',
  title: 'Accept match',
  binds: {
    verb: 'Accept and settle',
    undone: 'It cannot be undone: the winners are bound, and everybody who took part is told.',
  },
  description: 'Settles the round: winners are bound by the match, and everybody who took part is told.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Matched'],
  given: async (read, round) => {
    const result = await read.latest('matchResult', { roundId: round.id })
    const now = matchProblemOf(await offersAndBids(read, round))
    const isUnchanged = result !== undefined && canonicalJson(result.problem) === canonicalJson(now)
    return { obstacles: isUnchanged ? [] : [obstacle('round', round, 'RejectMatch', CHANGED)] }
  },
  fields: { confirmed: confirm('Accept this match and create the rights') },
  check: (_, { obstacles: [first] }) => (first ? { form: first.text } : {}),
  to: 'Settled',
  moves: [
    ['project', 'Offered', 'Matched'],
    ['project', 'Offered', 'Unmatched'],
    ['requirement', 'Bid', 'RightsCreated'],
    ['requirement', 'Bid', 'Unmatched'],
    ...ENDS,
  ],
  reads: async (read, round) => ({
    market: await offersAndBids(read, round),
    result: await read.latest('matchResult', { roundId: round.id }),
    left: await leftBehindIn(read, round),
    letters: await lettersFor(read, round),
    isPublished: (await read.one('market', round.marketId))?.instances === 'published',
  }),
  effect: ({ subject: round, reads: { market, result, left, letters, isPublished }, now, newId }) => {
    if (!result?.solution) throw new Error(`Round ${round.id} is matched but has no solution`)
    const settled = settle({ ...market, problem: result.problem, solution: result.solution })
    const tookPart = new Set([
      ...market.participations.filter(({ status }) => status === 'Registered').map(one => one.organisationId),
      ...result.problem.projects.map(({ supplierId }) => supplierId),
      ...result.problem.requirements.map(({ buyerId }) => buyerId),
    ])
    return [
      update('round', round, { settledAt: now }),
      ...settled.projects.map(({ project, to }) => move('project', project, to)),
      ...settled.requirements.map(({ requirement, to }) => move('requirement', requirement, to)),
      ...settled.divided.map(id => remove('credit', { id })),
      ...settled.credits.map(credit => create('credit', { ...credit, id: newId() })),
      ...tellResults(
        round,
        outcomeOf(result.problem, result.solution, result.unconfirmed),
        [...tookPart].toSorted(),
        letters,
      ),
      ...endings(round, left),
      ...(isPublished ? [start('publishInstance', round.id)] : []),
    ]
  },
  done: 'The match is accepted and the round is settled',
})
