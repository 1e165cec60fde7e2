import { describe, expect, it } from 'vitest'
import type { MarketProgram, Row } from '../model/program.ts'
import { createSeededRandom } from '../pricing/random.ts'
import { findMixedRoundingCut, mayBeRounded } from './rounding-cuts.ts'

const sumAt = ({ columns, coefficients }: Row, x: ArrayLike<number>): number =>
  columns.reduce((sum, column, k) => sum + coefficients[k]! * x[column]!, 0)

const COLUMNS = 7
/** Parts of the last column, which may be divided. */
const PARTS = [0, 1 / 4, 1 / 2, 3 / 4, 1]

const program: MarketProgram = {
  players: ['one'],
  columns: Array.from({ length: COLUMNS }, (_, at) => ({
    player: 0,
    value: 1,
    whole: at < COLUMNS - 1,
    upper: 1,
  })),
  rows: [],
}

/** Every choice of whole columns with every part of the last. */
const everyChoice = Array.from({ length: 2 ** (COLUMNS - 1) * PARTS.length }, (_, choice) =>
  program.columns.map((_column, at) =>
    at < COLUMNS - 1 ? (choice >> at) & 1 : PARTS[Math.floor(choice / 2 ** (COLUMNS - 1))]!,
  ),
)

describe('a mixed-integer rounding cut', () => {
  it('is in whole numbers, is broken by the relaxation, and is met by every choice that meets its row', () => {
    let found = 0
    for (let seed = 1; seed <= 400; seed += 1) {
      const r = createSeededRandom(seed)
      const row: Row = {
        columns: program.columns.map((_, at) => at),
        coefficients: program.columns.map(() => r.whole(1, 90) * (r.chance(0.5) ? 1 : -1)),
        limit: r.whole(-20, 20),
        equal: false,
      }
      const x = program.columns.map(() => (r.chance(0.5) ? r.whole(0, 1) : r.next()))
      const cut = findMixedRoundingCut(program, row, x)
      if (cut === null) continue
      found += 1
      expect(mayBeRounded(cut.row)).toBe(true)
      expect(sumAt(cut.row, x)).toBeGreaterThan(cut.row.limit)
      for (const choice of everyChoice)
        if (sumAt(row, choice) <= row.limit) expect(sumAt(cut.row, choice)).toBeLessThanOrEqual(cut.row.limit)
    }
    expect(found).toBeGreaterThan(100)
  })

  it('is not looked for in a row with fractions, or one that must be met exactly', () => {
    const row: Row = { columns: [0, 1], coefficients: [3, -2], limit: 0, equal: false }
    expect(mayBeRounded(row)).toBe(true)
    expect(mayBeRounded({ ...row, equal: true })).toBe(false)
    expect(mayBeRounded({ ...row, coefficients: [1, -0.5] })).toBe(false)
  })
})
