import { describe, expect, test } from 'vitest'
import { generateRound } from '#test/matching/generate'
import { inOrder } from '../formats/problem.ts'
import { compile } from '../model/compile.ts'
import { totalValue } from '../model/program.ts'
import { solveWithBranchAndBound } from '../solver/dense-program.ts'
import { findMatch, UnprovenPart, type SearchProgress } from './match.ts'
import { tieRanksOf } from './ties.ts'

const market = compile(inOrder(generateRound('real', 3)))

/** Looks for the best match with time for so many questions, and keeps what is told on the way. */
const search = (questions: number) => {
  const told: SearchProgress[] = []
  let asked = 0
  const find = () =>
    findMatch(market.program, tieRanksOf(market), {
      solve: solveWithBranchAndBound,
      secondsLeft: () => ((asked += 1) > questions ? 0 : 1),
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

  test('a match that runs out of time says how good its parts are, and how good the whole could be', () => {
    const parts = new Set(told.map(({ done }) => done)).size
    const late = search(2 * parts - 1)
    const failure = (() => {
      try {
        return void late.find()
      } catch (stopped) {
        return stopped
      }
    })()
    expect(failure).toBeInstanceOf(UnprovenPart)
    const { x, bound, gap } = failure as UnprovenPart
    const known = totalValue(market.program, x)
    expect(known).toBeGreaterThan(0)
    expect(known).toBeLessThan(surplus)
    expect(bound).toBeGreaterThanOrEqual(surplus)
    expect(bound).toBeLessThan(told[0]!.bound)
    expect(gap).toBeCloseTo((bound - known) / bound, 6)
  })
})
