import { describe, expect, it } from 'vitest'
import { generateRound } from '#test/matching/generate'
import { inOrder } from '../formats/problem.ts'
import { compile } from '../model/compile.ts'
import { cutOf } from '../model/connectors.ts'
import type { Program } from '../model/program.ts'
import { dominated } from '../model/reduce.ts'
import { submarkets, without } from '../model/submarkets.ts'
import { solveWithBranchAndBound } from '../solver/dense-program.ts'
import { coalitionValues, winnersOf } from './coalitions.ts'
import { conditioned } from './conditioned.ts'

/** Parts of made-up rounds that connectors hold together, with some players taken for winners. */
const cutParts = (): { name: string; part: Program; winners: number[] }[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].flatMap(seed => {
    const { program } = compile(inOrder(generateRound('small', seed)))
    return submarkets(without(program, dominated(program)).program, false)
      .filter(({ program: part }) => part.columns.length <= 26 && cutOf(part) !== null)
      .map(({ program: part }) => {
        const players = [...new Set(part.columns.map(({ player }) => player))].toSorted((a, b) => a - b)
        return { name: `small ${seed}`, part, winners: players.filter((_, at) => at % 2 === 0).slice(0, 5) }
      })
  })

/** What a coalition is worth with all losers, asked of the solver without any of the shortcuts. */
const taken = (part: Program, winners: readonly number[], set: number): number => {
  const here = (player: number): boolean => {
    const at = winners.indexOf(player)
    return at < 0 || ((set >> at) & 1) === 1
  }
  const upper = part.columns.map(({ player, upper: most }) => (here(player) ? most : 0))
  return solveWithBranchAndBound({ program: part, upper }).value
}

describe('a market cut at its connectors', () => {
  const parts = cutParts()

  it('a market cut at its connectors is found among made-up rounds', () =>
    expect(parts.length).toBeGreaterThan(1))

  it.each(parts)(
    'the coalitions of $name of every size are worth by their parts what they are worth taken whole',
    ({ part, winners }) => {
      const { sums, scale, blockValues } = coalitionValues(part, winners, undefined, () => {})
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

  it.each(parts)(
    'each coalition of $name asked for by itself is worth what it is worth taken whole',
    ({ part, winners }) => {
      const winnerOf = winnersOf(part, winners)
      const valueOf = conditioned(part, cutOf(part)!, () => {})
      for (let set = 0; set < 2 ** winners.length; set += 1) {
        const present = Uint8Array.from(winnerOf, winner => (winner < 0 ? 1 : (set >> winner) & 1))
        expect(Math.abs(valueOf(present) - taken(part, winners, set))).toBeLessThanOrEqual(1)
      }
    },
  )
})
