import { describe, expect, test } from 'vitest'
import { generateRound } from '#test/matching/generate'
import { inOrder } from '../formats/problem.ts'
import { compile } from '../model/compile.ts'
import { totalValue } from '../model/program.ts'
import { solveWithBranchAndBound } from '../solver/dense-program.ts'
import { findMatch, UnprovenPart, type SearchProgress } from './match.ts'
import { tieRanksOf } from './ties.ts'

const market = compile(inOrder(generateRound('real', 3)))

/** Looks for the best match as long as the clock has been looked at so often, and keeps what is told on the way. */
const search = (looks: number) => {
  const told: SearchProgress[] = []
  let looked = 0
  const find = () =>
    findMatch(market.program, tieRanksOf(market), {
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
  test('the match of a round of several parts is bounded from the beginning, ever more closely', () => {
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
    'a match that runs out of time has a match of every part, and says how good the whole could be (%i looks)',
    looks => {
      const late = search(looks)
      const failure = (() => {
        try {
          return void late.find()
        } catch (stopped) {
          return stopped
        }
      })()
      if (!(failure instanceof UnprovenPart)) throw new Error('It did not run out of time')
      const { x, bound } = failure
      const known = totalValue(market.program, x)
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
