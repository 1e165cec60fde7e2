import { describe, expect, it } from 'vitest'
import { generateRound } from '../../test/generate.ts'
import { sortProblem } from '../formats/problem.ts'
import { compileMarket } from '../model/compile.ts'
import { findConnectorCut } from '../model/connectors.ts'
import type { MarketProgram } from '../model/program.ts'
import { findDominatedColumns } from '../model/reduce.ts'
import { splitIntoSubmarkets, removeColumns } from '../model/submarkets.ts'
import { solveWithBranchAndBound } from '../solver/dense-program.ts'
import { valueAllCoalitions, winnerOfEachColumn } from './coalitions.ts'
import { createValuerByConnectors } from './conditioned.ts'

/** Parts of generated rounds that connectors hold together, with some players treated as winners. */
const cutParts = (): { name: string; part: MarketProgram; winners: number[] }[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].flatMap(seed => {
    const { program } = compileMarket(sortProblem(generateRound('small', seed)))
    return splitIntoSubmarkets(removeColumns(program, findDominatedColumns(program)).program, false)
      .filter(({ program: part }) => part.columns.length <= 26 && findConnectorCut(part) !== null)
      .map(({ program: part }) => {
        const players = [...new Set(part.columns.map(({ player }) => player))].toSorted((a, b) => a - b)
        return { name: `small ${seed}`, part, winners: players.filter((_, at) => at % 2 === 0).slice(0, 5) }
      })
  })

/** Value of a coalition together with all losers, from the solver without any shortcut. */
const taken = (part: MarketProgram, winners: readonly number[], set: number): number => {
  const here = (player: number): boolean => {
    const at = winners.indexOf(player)
    return at < 0 || ((set >> at) & 1) === 1
  }
  const upper = part.columns.map(({ player, upper: most }) => (here(player) ? most : 0))
  return solveWithBranchAndBound({ program: part, upper }).value
}

describe('a market split at its connectors', () => {
  const parts = cutParts()

  it('occurs among the random rounds', () => expect(parts.length).toBeGreaterThan(1))

  it.each(parts)(
    'values the coalitions of $name of every size the same by parts as taken whole',
    ({ part, winners }) => {
      const { sums, scale, blockValues } = valueAllCoalitions(part, winners, undefined, () => {})!
      expect(blockValues.length).toBeGreaterThan(1)
      const sets = Array.from({ length: 2 ** winners.length }, (_, set) => ({
        members: winners.flatMap((__, at) => ((set >> at) & 1 ? [at] : [])),
        value: taken(part, winners, set),
      }))
      const worth = (size: number, among: typeof sets): number =>
        among.reduce((sum, { members, value }) => (members.length === size ? sum + value : sum), 0)
      sums.all.forEach((sum, size) => {
        expect(Number(sum) / scale).toBeCloseTo(worth(size, sets), 1)
        sums.having.forEach((of, winner) => {
          const having = sets.filter(({ members }) => members.includes(winner))
          expect(Number(of[size]) / scale).toBeCloseTo(worth(size, having), 1)
        })
      })
    },
  )

  it.each(parts)('values each coalition of $name the same when requested separately', ({ part, winners }) => {
    const winnerOf = winnerOfEachColumn(part, winners)
    const valueOf = createValuerByConnectors(part, findConnectorCut(part)!, () => {})
    for (let set = 0; set < 2 ** winners.length; set += 1) {
      const present = Uint8Array.from(winnerOf, winner => (winner < 0 ? 1 : (set >> winner) & 1))
      expect(Math.abs(valueOf(present) - taken(part, winners, set))).toBeLessThanOrEqual(1)
    }
  })
})
