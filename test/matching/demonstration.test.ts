import { describe, expect, it } from 'vitest'
import { solve } from '#matching/solve'
import { verify } from '#matching/verify'
import { demonstrationRound } from './demonstration.ts'

describe('the demonstration rounds', () => {
  it.each([
    ['RD-SOM-1', 21, 27, 229_830_980, 22],
    ['RD-SOL-1', 13, 14, 149_280_000, 14],
  ] as const)(
    '%s is matched with proof and priced exactly',
    async (id, projects, requirements, surplus, winners) => {
      const problem = demonstrationRound(id)
      expect([problem.projects.length, problem.requirements.length]).toEqual([projects, requirements])
      const solution = await solve(problem)
      expect(verify(problem, solution)).toEqual([])
      expect([solution.proven, solution.exact]).toEqual([true, true])
      expect(solution.surplus).toBe(surplus)
      expect(solution.organisations).toHaveLength(winners)
    },
    600_000,
  )
})
