import { describe, expect, it } from 'vitest'
import { solveWithAudit } from '#matching/solve'
import { verify } from '#matching/verify/verify'
import { workerPool } from '#server/tasks/worker-pool'
import { demonstrationRound } from './demonstration.ts'

describe('the demonstration rounds', () => {
  it.each([
    ['RD-SOM-1', 21, 27, 229_831_215, 22],
    ['RD-SOL-1', 13, 14, 149_280_000, 14],
  ] as const)(
    'the round %s is matched with proof and priced exactly, by any number of threads',
    async (id, projects, requirements, surplus, winners) => {
      const problem = demonstrationRound(id)
      expect([problem.projects.length, problem.requirements.length]).toEqual([projects, requirements])
      const { solution, audit } = await solveWithAudit(problem)
      expect(verify(problem, solution)).toEqual([])
      expect([solution.proven, solution.exact]).toEqual([true, true])
      expect(solution.surplus).toBe(surplus)
      expect(solution.organisations).toHaveLength(winners)
      expect(await solveWithAudit(problem, { pool: workerPool(3) })).toEqual({ solution, audit })
    },
    600_000,
  )
})
