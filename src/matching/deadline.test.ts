import { afterEach, describe, expect, it, vi } from 'vitest'
import { showMoney } from '#domain/money'
import { generateChain } from '#test/matching/chains'
import { generateRound } from '#test/matching/generate'
import type { MatchProblem } from '#domain/match-problem'
import { NotProven } from './formats/errors.ts'
import { inOrder } from './formats/problem.ts'
import { compile, completed } from './model/compile.ts'
import { solve } from './solve.ts'

const HOUR = 3_600_000

/** Solves a round whose time is over once a phase begins. */
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
  if (!(failure instanceof NotProven)) throw new Error('The round was matched in no time')
  return failure
}

afterEach(() => vi.restoreAllMocks())

/** Does a choice of projects carry some requirements, by all closed sets of their needs? */
const isFeasible = (problem: MatchProblem, { best }: NotProven): boolean => {
  const market = compile(inOrder(problem), { mostWritten: Infinity })
  const { rows, columns } = completed(market.program)
  const x = columns.map(() => 0)
  for (const id of best.projectIds) x[market.projectColumn.get(id)!] = 1
  for (const { requirement, column } of market.options)
    if (best.requirementIds.includes(requirement.id)) x[column] = 1
  return rows.every(
    row => row.columns.reduce((sum, column, at) => sum + row.coefficients[at]! * x[column]!, 0) <= row.limit,
  )
}

describe('one deadline for everything', () => {
  it.each([
    ['a round of several parts', generateRound('real', 3)],
    ['a chain of overlapping places', generateChain(3, 20, 30, 1)],
  ])(
    'a match without any time is the best known of the whole round, with its bound (%s)',
    async (_, problem) => {
      const failure = await solve(problem, { timeBudgetSeconds: 0 }).catch((error: unknown) => error)
      if (!(failure instanceof NotProven)) throw new Error('The round was matched in no time')
      const { best, gap, phase } = failure
      expect(phase).toBe('solving')
      expect(best.surplus).toBeGreaterThan(0)
      expect(best.bound).toBeGreaterThan(best.surplus)
      expect(gap).toBeCloseTo((best.bound - best.surplus) / best.bound, 9)
      expect(failure.message).toContain(`worth ${showMoney(best.surplus, true)}`)
      expect(failure.message).toContain(`more than ${showMoney(best.bound, true)}`)
    },
  )

  it('a chain without any time has a match that keeps every closed set of needs', async () => {
    const problem = generateChain(3, 20, 30, 2)
    const failure = await solve(problem, { timeBudgetSeconds: 0 }).catch((error: unknown) => error)
    if (!(failure instanceof NotProven)) throw new Error('The round was matched in no time')
    expect(failure.best.requirementIds).not.toEqual([])
    expect(isFeasible(problem, failure)).toBe(true)
  })

  it.each(['pricing', 'explaining'] as const)(
    'a round whose time is over while it is in %s fails with its proven match, and says what was not finished',
    async phase => {
      const problem = generateRound('small', 1)
      const { surplus } = await solve(problem)
      const failure = await solveUntil(problem, phase)
      expect(failure).toMatchObject({ phase, gap: 0, best: { surplus, bound: surplus } })
      expect(failure.message).toMatch(phase === 'pricing' ? /shares could not/ : /critical prices could/)
    },
  )
})
