import loadHighs from 'highs'
import { expect, it } from 'vitest'
import { createOrdinaryRound } from '@credit-market/matching/test/hard-rounds'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { solve } from '@credit-market/matching/solve'
import { CONNECTED_ROUND } from './rounds.ts'
import { listWinningComponents } from '../src/clusters.ts'
import { splitIntoComponents } from '../src/components.ts'
import { seededRandom } from '../src/exact/chance.ts'
import { buildVerifierRound } from '../src/round.ts'
import { createSecondSolver } from '../src/second-solver.ts'

/** Two nutrients that one project joins, with other amounts and units. */
const otherAmounts = (seed: number): MatchProblem => {
  const chance = seededRandom(seed)
  const about = (amount: number): number => Math.round(amount * (0.6 + 0.8 * chance()))
  return {
    ...CONNECTED_ROUND,
    projects: CONNECTED_ROUND.projects.map(one => ({
      ...one,
      offer: about(one.offer),
      services: one.services.map(service => ({
        ...service,
        supply: service.supply.map(part => ({ ...part, units: about(part.units) })),
      })),
    })),
    requirements: CONNECTED_ROUND.requirements.map(one => ({ ...one, bid: about(one.bid) })),
  }
}

it('values found piece by piece are those of the whole component, in drawn rounds', async () => {
  const solver = createSecondSolver(await loadHighs(), () => Infinity)
  let [compared, divided] = [0, 0]
  for (let seed = 1; seed <= 24; seed += 1) {
    const problem = seed <= 5 ? otherAmounts(seed) : createOrdinaryRound(seed)
    const round = buildVerifierRound(problem)
    const components = splitIntoComponents(round)
    const chance = seededRandom(seed)
    const market = { round, result: await solve(problem), components, solver, isCareful: false, chance, seed }
    for (const { winners, valueOf, allValues } of listWinningComponents(market)) {
      const games = allValues()
      if (games === null) continue
      divided += games.filter(({ tables }) => tables.length > 1).length
      for (let draw = 0; draw < 6; draw += 1) {
        const present = new Set(winners.filter(() => chance() < 0.6))
        const sum = games.reduce(
          (all, game) => all + game.valueOf(game.winners.map(name => (present.has(name) ? 1 : 0))),
          0,
        )
        expect([seed, [...present], sum]).toEqual([seed, [...present], valueOf(present)])
        compared += 1
      }
    }
  }
  expect(compared).toBeGreaterThan(60)
  expect(divided).toBeGreaterThan(2)
})
