import { describe, expect, test } from 'vitest'
import type { Column, MarketProgram, Row } from '../model/program.ts'
import { createSeededRandom } from '../pricing/random.ts'
import { createPlainDenseRow } from './broken-rows.ts'
import { solveWithBranchAndBound } from './dense-program.ts'
import { createFeasibilityChecker } from './judge.ts'
import { createBoundBuffers, isProvenInfeasible, exactDualBound } from './safe-bound.ts'
import { addTableauRow, variableValues, emptyTableau, optimiseTableau, type Tableau } from './simplex.ts'
import { withExactAnswers } from './whole-answers.ts'

const column = (value: number, more: Partial<Column> = {}): Column => ({
  player: 0,
  value,
  whole: true,
  upper: 1,
  ...more,
})

const row = (coefficients: Record<number, number>, limit = 0): Row => ({
  columns: Object.keys(coefficients).map(Number),
  coefficients: Object.values(coefficients),
  limit,
  equal: false,
})

const none = (program: MarketProgram): Float64Array => new Float64Array(program.columns.length)
const all = (program: MarketProgram): Float64Array => none(program).fill(1)

/** A supply of 100.0000 units, one of 100.0005, and a need of 100.0001. */
const short: MarketProgram = {
  players: ['one'],
  columns: [column(-1_000_000), column(-8_500_000), column(9_000_000)],
  rows: [row({ 0: -1_000_000, 1: -1_000_005, 2: 1_000_001 })],
}

describe('decisions in whole numbers', () => {
  test('reject a choice that is short by a ten-thousandth, with a row that names the short supply', () => {
    const verdict = createFeasibilityChecker(short)(
      Float64Array.of(0.999_999_1, 0, 1),
      none(short),
      all(short),
    )
    expect(verdict).toEqual({
      cuts: [{ columns: [2, 1], coefficients: [1, -1], limit: 0, equal: false }],
    })
    expect(solveWithBranchAndBound({ program: short })).toMatchObject({ value: 500_000 })
  })

  test('lower a fraction to the ten-thousandths that fit, and raise it to the last that do', () => {
    const program: MarketProgram = {
      players: ['one'],
      columns: [
        column(-2_200_000),
        column(4_840_100, {
          whole: false,
          grains: [20_000],
          portions: [{ ongoing: 20_000, additional: 0, bid: 4_840_100 }],
        }),
      ],
      rows: [row({ 0: -10_000, 1: 22_000 })],
    }
    for (const part of [0.4, 0.454_56])
      expect(
        createFeasibilityChecker(program)(Float64Array.of(1, part), none(program), all(program)),
      ).toEqual({
        x: Float64Array.of(1, 0.4545),
        value: 2_199_825 - 2_200_000,
      })
    expect(solveWithBranchAndBound({ program })).toMatchObject({ value: 0, status: 'optimal' })
  })

  test('divide what is left among equal bids per unit without trying every way', () => {
    const parts = [76_000, 45_000, 26_000, 119_000].map(units =>
      column(units * 270, {
        whole: false,
        grains: [units],
        portions: [{ ongoing: units, additional: 0, bid: units * 270 }],
      }),
    )
    const program: MarketProgram = {
      players: ['one'],
      columns: [column(-1_000_000), ...parts],
      rows: [row({ 0: -100_000, 1: 83_600, 2: 49_500, 3: 28_600, 4: 130_900 })],
    }
    const { value, bound } = solveWithBranchAndBound({ program }, 500)
    expect([value, bound]).toEqual([Math.floor(100_000 / 1.1) * 270 - 1_000_000, value])
  })
})

/** A random relaxation over ten choices, with amounts from a ten-thousandth to 100,000 units, and its optimum. */
const relaxation = (seed: number) => {
  const r = createSeededRandom(seed)
  const amount = (): number => Math.floor(10 ** (r.next() * 9))
  const value = (): number => Math.floor(10 ** (r.next() * 11))
  const columns = Array.from({ length: 10 }, (_, at) => (at < 5 ? -value() : value()))
  const rows = Array.from({ length: 6 }, () => {
    const coefficients: Record<number, number> = {}
    for (let at = 0; at < 10; at += 1) if (r.chance(0.6)) coefficients[at] = at < 5 ? -amount() : amount()
    return row(coefficients)
  }).filter(one => one.columns.length > 0)
  const forced = r.chance(0.5) ? r.whole(5, 9) : -1
  const lower = Float64Array.from(columns, (_, at) => (at === forced ? 1 : 0))
  const objective = Float64Array.from(columns)
  const t = emptyTableau(objective, lower, new Float64Array(10).fill(1))
  const x = new Float64Array(10)
  for (const one of rows) addTableauRow(t, createPlainDenseRow(10, one), variableValues(t, x))
  return { r, t, ending: optimiseTableau(t, -Infinity), rows, columns, forced, objective }
}

/** The greatest value of any feasible whole choice, or null, in whole numbers. */
const bestOf = ({ rows, columns, forced }: ReturnType<typeof relaxation>): number => {
  let best = -Infinity
  for (let set = 0; set < 1 << 10; set += 1) {
    const has = (at: number): number => (set >> at) & 1
    const keeps = rows.every(
      one => one.columns.reduce((sum, at, k) => sum + has(at) * one.coefficients[k]!, -one.limit) <= 0,
    )
    if (!keeps || (forced >= 0 && has(forced) === 0)) continue
    best = Math.max(
      best,
      columns.reduce((sum, value, at) => sum + has(at) * value, 0),
    )
  }
  return best
}

/** A tableau with corrupted numbers. */
const spoilt = (t: Tableau, by: () => number): Tableau => ({
  ...t,
  reduced: t.reduced.map(one => one * by()),
  rows: t.rows.map(one => one.map(entry => entry * by())),
})

describe('closing a node in exact arithmetic', () => {
  const seeds = Array.from({ length: 400 }, (_, at) => at + 1)
  const relaxations = seeds.map(relaxation)

  test('never bounds below the best choice, even for a perturbed relaxation', () => {
    for (const one of relaxations) {
      const best = bestOf(one)
      const { t, objective, r } = one
      expect(exactDualBound(t, objective, createBoundBuffers(10))).toBeGreaterThanOrEqual(best)
      expect(
        exactDualBound(
          spoilt(t, () => r.next() * 2),
          objective,
          createBoundBuffers(10),
        ),
      ).toBeGreaterThanOrEqual(best)
    }
  })

  test('bounds an optimum to the penny, except where magnitudes differ most', () => {
    const ended = relaxations.filter(({ ending }) => ending === 'optimum')
    const near = ended.filter(
      ({ t, objective }) => Math.abs(exactDualBound(t, objective, createBoundBuffers(10)) - t.objective) < 1,
    )
    expect(ended.length).toBeGreaterThan(200)
    expect(near.length).toBeGreaterThan(0.8 * ended.length)
  })

  test('proves a node empty only when no choice satisfies all rows, and then nearly always', () => {
    let proven = 0
    let unmet = 0
    for (const one of relaxations) {
      const { t, ending, r } = one
      if (typeof ending === 'object') unmet += 1
      for (let at = 0; at < t.count; at += 1)
        for (const tableau of [t, spoilt(t, () => 0.5 + r.next())])
          if (isProvenInfeasible(tableau, at, createBoundBuffers(10))) expect(bestOf(one)).toBe(-Infinity)
      if (typeof ending === 'object' && isProvenInfeasible(t, ending.unmet, createBoundBuffers(10)))
        proven += 1
    }
    expect(unmet).toBeGreaterThan(20)
    expect(proven).toBeGreaterThan(0.9 * unmet)
  })
})

describe('answers of a floating-point solver', () => {
  test('are discarded when worth no more than the required floor', () => {
    const program: MarketProgram = { ...short, columns: [column(-10), column(-20), column(30)] }
    const solve = withExactAnswers(() => ({
      status: 'optimal',
      x: Float64Array.of(0, 1, 1),
      value: 10,
      bound: 10,
    }))
    expect(solve({ program, floor: 10 })).toMatchObject({ status: 'infeasible', x: null })
    expect(solve({ program, floor: 9 })).toMatchObject({ status: 'optimal', value: 10 })
  })

  test('are requested again with a cutting row when they break a row by a ten-thousandth', () => {
    const asked: number[] = []
    const solve = withExactAnswers(({ rows = [] }) => {
      asked.push(rows.length)
      const x = rows.length === 0 ? Float64Array.of(1, 0, 1) : Float64Array.of(0, 0, 0)
      return { status: 'optimal', x, value: rows.length === 0 ? 8_000_000 : 0, bound: 0 }
    })
    expect(solve({ program: short })).toMatchObject({ status: 'optimal', value: 0 })
    expect(asked).toEqual([0, 1])
  })
})
