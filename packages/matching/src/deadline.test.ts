import { afterEach, describe, expect, it, vi } from 'vitest'
import { showMoney } from '@credit-market/values/money'
import { generateOverlapChainRound } from '../test/chains.ts'
import { generateRound } from '../test/generate.ts'
import { TIED_ROUND } from '../test/tied-round.ts'
import type { MatchProblem } from './problem/match-problem.ts'
import { NotProvenError } from './formats/errors.ts'
import { sortProblem } from './formats/problem.ts'
import { compileMarket } from './model/compile.ts'
import { expandSmallOpenBlocks } from './model/expand-blocks.ts'
import { solve } from './solve.ts'

const HOUR = 3_600_000

/** Solves a round without any time. The clock stands still, so that building the model never takes too long. */
const solveInNoTime = async (problem: MatchProblem): Promise<NotProvenError> => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const failure = await solve(problem, { timeBudgetSeconds: 0 }).catch((error: unknown) => error)
  if (!(failure instanceof NotProvenError)) throw new Error('The round was matched in no time')
  return failure
}

/** Solves a round whose time runs out when a phase begins. */
const solveUntil = async (problem: MatchProblem, ends: 'pricing' | 'explaining') => {
  const now = Date.now
  let late = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + late)
  const found = solve(problem, {
    timeBudgetSeconds: 600,
    onProgress: ({ phase }) => {
      if (phase === ends) late = HOUR
    },
  })
  const failure = await found.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof NotProvenError)) throw new Error('The round was matched in no time')
  return failure
}

/** Solves a round whose time runs out at a question to the solver, if it asks so many. */
const solveUntilQuestion = async (problem: MatchProblem, questions: number) => {
  const now = Date.now
  let asked = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + (asked >= questions ? HOUR : 0))
  const cancelled = (): boolean => {
    asked += 1
    return false
  }
  const failure = await solve(problem, { timeBudgetSeconds: 600, cancelled }).then(
    () => null,
    (error: unknown) => error,
  )
  clock.mockRestore()
  if (failure !== null && !(failure instanceof NotProvenError)) throw failure
  return failure
}

afterEach(() => vi.restoreAllMocks())

/** Checks by all closed sets of needs whether the funded projects can serve these requirements. */
const isFeasible = (problem: MatchProblem, { best }: NotProvenError): boolean => {
  const market = compileMarket(sortProblem(problem), { mostWritten: Infinity })
  const { rows, columns } = expandSmallOpenBlocks(market.program)
  const x = columns.map(() => 0)
  for (const id of best.projectIds) x[market.projectColumn.get(id)!] = 1
  for (const { requirement, column } of market.options)
    if (best.requirementIds.includes(requirement.id)) x[column] = 1
  return rows.every(
    row => row.columns.reduce((sum, column, at) => sum + row.coefficients[at]! * x[column]!, 0) <= row.limit,
  )
}

describe('one deadline for the whole match', () => {
  it.each([
    ['a round of several parts', generateRound('real', 3)],
    ['a chain of overlapping places', generateOverlapChainRound(3, 20, 30, 1)],
  ])(
    'returns the best known match with its bound for a whole round when there is no time (%s)',
    async (_, problem) => {
      const failure = await solveInNoTime(problem)
      const { best, gap, phase } = failure
      expect(phase).toBe('solving')
      expect(best.surplus).toBeGreaterThan(0)
      expect(best.bound).toBeGreaterThan(best.surplus)
      expect(gap).toBeCloseTo((best.bound - best.surplus) / best.bound, 9)
      expect(failure.message).toContain(`worth ${showMoney(best.surplus, true)}`)
      expect(failure.message).toContain(`more than ${showMoney(best.bound, true)}`)
    },
  )

  it('returns a match that keeps every closed set of needs for a chain when there is no time', async () => {
    const problem = generateOverlapChainRound(3, 20, 30, 2)
    const failure = await solveInNoTime(problem)
    expect(failure.best.requirementIds).not.toEqual([])
    expect(isFeasible(problem, failure)).toBe(true)
  })

  it.each(['pricing', 'explaining'] as const)(
    'fails with the proven match when time runs out during %s, and says what was not finished',
    async phase => {
      const problem = generateRound('small', 1)
      const { surplus } = await solve(problem)
      const failure = await solveUntil(problem, phase)
      expect(failure).toMatchObject({ phase, gap: 0, best: { surplus, bound: surplus } })
      expect(failure.message).toMatch(phase === 'pricing' ? /shares could not/ : /critical prices could/)
      expect(failure.message).not.toMatch(/gap|could not be proven/)
      expect(failure.open).toEqual(phase === 'pricing' ? ['priced', 'explained'] : ['explained'])
    },
  )

  it('says which step is open, whenever time runs out', async () => {
    const { surplus } = await solve(TIED_ROUND)
    const phases = new Set<string>()
    for (let questions = 1; ; questions += 1) {
      const failure = await solveUntilQuestion(TIED_ROUND, questions)
      if (failure === null) break
      const { best, phase, gap, open, message } = failure
      phases.add(phase)
      expect(best.surplus).toBeLessThanOrEqual(surplus)
      expect(best.bound).toBeGreaterThanOrEqual(surplus)
      expect(gap === 0).toBe(!open.includes('best'))
      expect(message.includes('a gap of')).toBe(open.includes('best'))
    }
    expect([...phases]).toEqual(['building', 'solving', 'tying', 'pricing', 'explaining'])
  })
})
