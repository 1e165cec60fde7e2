import { describe, expect, test } from 'vitest'
import { generateRound } from '../../test/generate.ts'
import { sortProblem } from '../formats/problem.ts'
import { compileMarket } from '../model/compile.ts'
import { totalContractedValue } from '../model/program.ts'
import { solveWithBranchAndBound } from '../solver/dense-program.ts'
import { findBestMatch, UnprovenComponent, type SearchProgress } from './match.ts'
import { tieRanksOfColumns } from './ties.ts'

const market = compileMarket(sortProblem(generateRound('real', 3)))

/**
 * Searches for the best match with a clock that runs out after this many readings, and records its progress reports.
 */
const search = (looks: number) => {
  const told: SearchProgress[] = []
  let looked = 0
  const find = () =>
    findBestMatch(market.program, tieRanksOfColumns(market), {
      solve: solveWithBranchAndBound,
      isOver: () => (looked += 1) > looks,
      onProgress: progress => told.push(progress),
    })
  return { told, find }
}

const { told, find } = search(Infinity)
/** In pence; parts of divisible bids may leave a fraction. */
const surplus = Math.round(find().surplus)

describe('a round of several parts', () => {
  test('has a bound from the beginning, which only tightens', () => {
    expect(told.length).toBeGreaterThan(2)
    expect(told[0]!.bound).toBeLessThan(2 * surplus)
    for (const [at, { best, bound, done }] of told.entries()) {
      expect(best).toBeLessThanOrEqual(surplus)
      expect(bound).toBeGreaterThanOrEqual(surplus - 1)
      if (at === 0) continue
      expect(best).toBeGreaterThanOrEqual(told[at - 1]!.best)
      expect(bound).toBeLessThanOrEqual(told[at - 1]!.bound)
      expect(done).toBeGreaterThanOrEqual(told[at - 1]!.done)
    }
  })

  test.each([0, 3])(
    'returns a match of every part with the bound of the whole when time runs out (%i looks)',
    looks => {
      const late = search(looks)
      const failure = (() => {
        try {
          return void late.find()
        } catch (stopped) {
          return stopped
        }
      })()
      if (!(failure instanceof UnprovenComponent)) throw new Error('It did not run out of time')
      const { x, bound } = failure
      const known = totalContractedValue(market.program, x)
      expect(known).toBeGreaterThan(0)
      expect(known).toBeLessThanOrEqual(surplus)
      expect(bound).toBeGreaterThanOrEqual(surplus)
      for (const row of market.program.rows) {
        const sum = row.columns.reduce((total, column, at) => total + row.coefficients[at]! * x[column]!, 0)
        expect(sum).toBeLessThanOrEqual(row.limit)
      }
    },
  )
})
