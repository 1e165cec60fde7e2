import { describe, expect, it } from 'vitest'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'
import { seededRandom } from '../src/exact/chance.ts'
import { sharesByKinds } from '../src/kinds.ts'
import { valuesByElimination } from '../src/elimination.ts'
import { exactShares } from '../src/exact-shares.ts'
import type { RecordedBlockValues } from '../src/shapes/audit-shape.ts'
import { buildVerifierRound } from '../src/round.ts'
import { shapleyShares } from '../src/shares.ts'
import { readRecordedGame } from '../src/tables.ts'

/** Three projects that can connect blocks; the third belongs to a winner. */
const round = buildVerifierRound({
  ...TIED_ROUND,
  requirements: [],
  groups: [],
  projects: TIED_ROUND.projects
    .slice(0, 3)
    .map((one, at) => ({ ...one, supplierId: at === 2 ? 'w00' : `loser ${at}`, offer: 100 * at })),
})

/** A block with random values, never lower with one more member, each set by itself in its one form. */
const block = (
  connectors: string[],
  winners: string[],
  { chance, isFirst }: { chance: () => number; isFirst: boolean },
): RecordedBlockValues => {
  const table = new Float64Array(2 ** (connectors.length + winners.length))
  for (let set = 1; set < table.length; set += 1) {
    for (let bit = 1; bit <= set; bit *= 2)
      if ((set & bit) !== 0) table[set] = Math.max(table[set]!, table[set & ~bit]!)
    // Every value differs from those of all smaller sets, so that no interval has more than one.
    table[set]! += 1 + Math.floor(chance() * 90_000)
  }
  if (!isFirst) table[0] = 0
  return {
    connectors,
    winners,
    values: [...table.keys()].toReversed().map(set => [set, set, table[set]!]),
  }
}

const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => `w${String(from + at).padStart(2, '0')}`)

describe.each([1, 2, 3])('exact shares of blocks that connectors hold together (seed %i)', seed => {
  it('are those of all sets summed one by one', () => {
    const chance = seededRandom(seed)
    const blocks = [
      block(['P1', 'P2'], names(1, 8), { chance, isFirst: true }),
      // The last winner of the first block is in the second one, too.
      block(['P1', 'P3'], names(7, 14), { chance, isFirst: false }),
      block(['P2', 'P3'], names(14, 20), { chance, isFirst: false }),
    ]
    const game = readRecordedGame(
      round,
      { winners: names(0, 20), blocks, kinds: null, sampled: null },
      'The part',
    )
    if (typeof game === 'string') throw new Error(game)
    // More than can be summed one by one within the limit, so that classes of sets are combined.
    expect(2 ** game.winners.length * game.work).toBeGreaterThan(2 ** 24)
    expect(exactShares(game)).toEqual(shapleyShares(game.winners.length, game.valueOf))
  })
})

it.each([5, 6])('values of all sets, found table by table, are those of each set (seed %i)', seed => {
  const chance = seededRandom(seed)
  const blocks = [
    block(['P1'], names(1, 4), { chance, isFirst: true }),
    block(['P1', 'P3', 'P2'], names(2, 7), { chance, isFirst: false }),
    block(['P3'], names(5, 9), { chance, isFirst: false }),
  ]
  const grouped = {
    ...round,
    limits: [{ items: [0, 1], weights: [1, 1], isEqual: false }],
  }
  const game = readRecordedGame(
    grouped,
    { winners: names(0, 9), blocks, kinds: null, sampled: null },
    'The part',
  )
  if (typeof game === 'string') throw new Error(game)
  expect(game.ways).toHaveLength(6)
  const values = Array.from({ length: 2 ** 9 }, (_, set) =>
    game.valueOf(game.winners.map((_name, at) => (set >> at) & 1)),
  )
  expect([...valuesByElimination(game)!]).toEqual(values)
})

it('exact shares by kinds are those of all sets summed one by one', () => {
  const chance = seededRandom(4)
  const members = [names(0, 4), names(4, 7), names(7, 8)]
  const values = Array.from({ length: 5 * 4 * 2 }, () => Math.floor(chance() * 1_000_000))
  const winners = members.flat()
  const shares = shapleyShares(winners.length, present => {
    const [a, b, c] = [
      [0, 4],
      [4, 7],
      [7, 8],
    ].map(([from, to]) => winners.slice(from, to).reduce((sum, _, at) => sum + present[from! + at]!, 0))
    return values[a! + 5 * b! + 20 * c!]!
  })
  const own = sharesByKinds({ members, values })
  expect(shares).toEqual(winners.map(name => own[members.findIndex(kind => kind.includes(name))]))
})
