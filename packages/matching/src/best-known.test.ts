import { describe, expect, it } from 'vitest'
import { findResultErrors } from '@credit-market/match-verifier/verify'
import { createOrdinaryRound } from '../test/hard-rounds.ts'
import { createStallingRound } from '../test/stalling-rounds.ts'
import { TIED_ROUND } from '../test/tied-round.ts'
import { solveBestKnown } from './best-known.ts'
import type { BestKnownMatch } from './formats/errors.ts'
import { NotProvenError } from './formats/errors.ts'
import type { MatchProblem } from './problem/match-problem.ts'
import type { MatchSolution } from './problem/match-solution.ts'
import { solve } from './solve.ts'

const known = ({ surplus, projects, requirements }: MatchSolution, more = 100): BestKnownMatch => ({
  surplus,
  bound: surplus + more,
  projectIds: projects.flatMap(({ id, won }) => (won ? [id] : [])),
  requirementIds: requirements.flatMap(({ id, won }) => (won ? [id] : [])),
})

const without = (problem: MatchProblem, id: string): MatchProblem => ({
  ...problem,
  requirements: problem.requirements.filter(one => one.id !== id),
  groups: problem.groups
    .map(group => ({ ...group, memberIds: group.memberIds.filter(member => member !== id) }))
    .filter(({ memberIds }) => memberIds.length > 1),
})

/** A match of a round that is not its best one: the best without one of its winning bids. */
const worse = async (problem: MatchProblem) => {
  const best = await solve(problem)
  const lost = best.requirements.find(({ won }) => won)!
  const { surplus, ...winners } = known(await solve(without(problem, lost.id)))
  return { best, match: { ...winners, surplus, bound: best.surplus } }
}

const ROUNDS: [string, MatchProblem][] = [
  ['tied', TIED_ROUND],
  ...[1, 3, 4, 5, 6, 7, 8, 9].map((seed): [string, MatchProblem] => [`${seed}`, createOrdinaryRound(seed)]),
]

describe('a best known match', () => {
  it.each(ROUNDS)('is priced among its winners, within bids and asks (round %s)', async (_, problem) => {
    const { match } = await worse(problem)
    const { solution } = await solveBestKnown(problem, match)
    expect(solution).toMatchObject({ proven: false, bestKnown: { bound: match.bound } })
    expect(solution.surplus).toBeGreaterThanOrEqual(match.surplus)
    expect(solution.organisations.reduce((sum, { share }) => sum + share, 0)).toBe(solution.surplus)
    expect(solution.organisations.reduce((sum, { payment }) => sum + payment, 0)).toBe(0)
    for (const { share } of solution.organisations) expect(share).toBeGreaterThanOrEqual(0)
    for (const { payment, value } of [...solution.projects, ...solution.requirements])
      expect(payment).toBeLessThanOrEqual(Math.max(value, -value))
    expect(findResultErrors(problem, solution)).toEqual([])
  })

  it('gives losers their reason, and no critical price', async () => {
    const { match } = await worse(TIED_ROUND)
    const { projects, requirements } = (await solveBestKnown(TIED_ROUND, match)).solution
    const lost = [...projects, ...requirements].filter(({ won }) => !won)
    expect(lost).not.toEqual([])
    for (const one of lost)
      expect(one).toMatchObject({ reason: 'notInBestKnown', critical: null, payment: 0 })
  })

  it('drops winners without which the others are worth more', async () => {
    const best = await solve(TIED_ROUND)
    const costly = best.projects.find(({ won }) => !won)!
    const match = known(best)
    const { solution } = await solveBestKnown(TIED_ROUND, {
      ...match,
      projectIds: [...match.projectIds, costly.id],
    })
    expect(solution.surplus).toBe(best.surplus)
    expect(solution.projects.find(({ id }) => id === costly.id)?.won).toBe(false)
  })

  it('has the prices of the round of its winners, whatever the losers bid', async () => {
    const { match } = await worse(TIED_ROUND)
    const { solution } = await solveBestKnown(TIED_ROUND, match)
    const won = new Set([...match.projectIds, ...match.requirementIds])
    const higher = TIED_ROUND.requirements.map(one => (won.has(one.id) ? one : { ...one, bid: one.bid + 1 }))
    const again = (await solveBestKnown({ ...TIED_ROUND, requirements: higher }, match)).solution
    expect(again.organisations).toEqual(solution.organisations)
  })

  it('is refused if its surplus exceeds the bound', async () => {
    const match = known(await solve(TIED_ROUND), -1)
    await expect(solveBestKnown(TIED_ROUND, match)).rejects.toThrow(/greater than what the file calls/)
  })

  it('stays known, and without prices, if the time is over', async () => {
    const match = known(await solve(TIED_ROUND))
    const failure = await solveBestKnown(TIED_ROUND, match, { timeBudgetSeconds: 0 }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(NotProvenError)
    expect(failure).toMatchObject({ best: match, open: ['best', 'tied', 'priced', 'explained'] })
  })

  it('of fifty groups over four catchments is priced exactly', { timeout: 300_000 }, async () => {
    const problem = createStallingRound('split', 50, 1)
    const failure = await solve(problem, { timeBudgetSeconds: 3 }).catch((error: unknown) => error)
    if (!(failure instanceof NotProvenError)) throw new Error('The round was matched in time')
    const { solution } = await solveBestKnown(problem, failure.best, { timeBudgetSeconds: 300 })
    expect(solution.exact).toBe(true)
    expect(solution.surplus).toBeGreaterThanOrEqual(failure.best.surplus)
  })
})
