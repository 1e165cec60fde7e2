import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../pricing/random.ts'
import { solveTransportProblem, type TransportDemand } from './transport.ts'

/** All ways to give whole units: for each taker and pair an amount, within supply and the bounds of each taker. */
const allWays = (demands: readonly TransportDemand[], supply: readonly number[]): number[][][] => {
  const [first, ...rest] = demands
  if (first === undefined) return [[]]
  const ways: number[][][] = []
  const choose = (amounts: number[], left: readonly number[]): void => {
    const pair = first.pairs[amounts.length]
    const given = amounts.reduce((a, b) => a + b, 0)
    if (pair === undefined) {
      if (given >= first.least) for (const others of allWays(rest, left)) ways.push([amounts, ...others])
      return
    }
    for (let some = 0; some <= Math.min(left[pair.giver]!, first.most - given); some += 1)
      choose([...amounts, some], left.with(pair.giver, left[pair.giver]! - some))
  }
  choose([], supply)
  return ways
}

/** The published rule as a list of numbers: of two ways, that with the smaller first different number is better. */
const rankOf = (demands: readonly TransportDemand[], way: readonly number[][]): number[] => {
  const sum = (of: (pair: TransportDemand['pairs'][number], amount: number) => number): number =>
    demands.reduce(
      (all, { pairs }, taker) => pairs.reduce((own, pair, at) => own + of(pair, way[taker]![at]!), all),
      0,
    )
  return [
    ...way.map(amounts => -amounts.reduce((a, b) => a + b, 0)),
    sum(({ distance }, amount) => distance * amount),
    sum(({ later }, amount) => -Math.min(later, amount)),
    ...way.flat().map(amount => -amount),
  ]
}

const isBetter = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((number, k) => number !== b[k])
  return at >= 0 && a[at]! < b[at]!
}

const drawnProblem = (seed: number) => {
  const random = createSeededRandom(seed)
  const upTo = (most: number): number => random.whole(0, most)
  const supply = Array.from({ length: 1 + upTo(2) }, () => upTo(4))
  const demands = Array.from({ length: 1 + upTo(2) }, (): TransportDemand => {
    const least = upTo(2)
    const givers = [...supply.keys()].filter(() => random.chance(0.8))
    const turned = random.chance(0.5) ? givers : givers.toReversed()
    return {
      least,
      most: least + upTo(1),
      pairs: turned.map(giver => ({ giver, distance: upTo(2), later: upTo(2) })),
    }
  })
  return { demands, supply }
}

describe('who serves whom', () => {
  it('is the best by the published rule of all ways, in 400 drawn problems', () => {
    let possible = 0
    for (let seed = 1; seed <= 400; seed += 1) {
      const { demands, supply } = drawnProblem(seed)
      const ways = allWays(demands, supply)
      if (ways.length === 0) {
        expect(() => solveTransportProblem(demands, supply)).toThrow('not enough units')
        continue
      }
      possible += 1
      const best = ways.reduce((a, b) => (isBetter(rankOf(demands, b), rankOf(demands, a)) ? b : a))
      expect([seed, solveTransportProblem(demands, supply)]).toEqual([seed, best])
    }
    expect(possible).toBeGreaterThan(200)
  })

  it('moves an earlier taker to a farther giver if the total distance becomes less', () => {
    const pair = (giver: number, distance: number) => ({ giver, distance, later: 0 })
    const demands = [
      { least: 2, most: 2, pairs: [pair(0, 0), pair(1, 1)] },
      { least: 2, most: 2, pairs: [pair(0, 0), pair(1, 3)] },
    ]
    expect(solveTransportProblem(demands, [2, 2])).toEqual([
      [0, 2],
      [2, 0],
    ])
  })

  it('keeps the giver of the following period, but not if another one is nearer', () => {
    const demands = (later: number, distance: number) => [
      {
        least: 2,
        most: 2,
        pairs: [
          { giver: 0, distance: 1, later: 0 },
          { giver: 1, distance, later },
        ],
      },
    ]
    expect(solveTransportProblem(demands(0, 1), [2, 2])).toEqual([[2, 0]])
    expect(solveTransportProblem(demands(2, 1), [2, 2])).toEqual([[0, 2]])
    expect(solveTransportProblem(demands(2, 2), [2, 2])).toEqual([[2, 0]])
  })
})
