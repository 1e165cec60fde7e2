import { describe, expect, it } from 'vitest'
import { solveWithAudit } from '@credit-market/matching/solve'
import type { AccountPurpose } from '#domain/money/account'
import { listSettlementPostings } from '#domain/money/settlement-postings'
import { drawPseudonyms } from '#domain/match/instance'
import { pseudonymizeMatch } from '#server/instances/under-pseudonyms'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { toStoredCoalitionValues } from '@credit-market/matching/coalition-values/stored-values'
import { calculateSharesByRule } from '@credit-market/match-verifier/shares-by-rule'
import { findResultErrors } from '@credit-market/match-verifier/verify'
import { createWorkerPool } from '@credit-market/matching/node/worker-pool'
import { readCsvRows } from '#server/demonstration/step'
import { demonstrationRound } from './demonstration.ts'

const noSolver = () => {
  throw new Error('All shares follow from the stored values')
}

describe('the demonstration rounds', () => {
  it.each([
    [
      ...(['RD-SOM-1', 21, 27, 229_831_215, 22] as const),
      {
        due: 397_463_398,
        payable: 335_103_398,
        maintenance: 37_000_000,
        operator: 10_840_000,
        checks: 14_520_000,
      },
    ],
    [
      ...(['RD-SOL-1', 13, 14, 149_280_000, 14] as const),
      {
        due: 446_788_333,
        payable: 385_238_333,
        maintenance: 37_500_000,
        operator: 13_200_000,
        checks: 10_850_000,
      },
    ],
  ] as const)(
    'match the round %s with proof and exact prices, on any number of threads',
    async (id, projects, requirements, surplus, winners, books) => {
      const problem = demonstrationRound(id)
      expect([problem.projects.length, problem.requirements.length]).toEqual([projects, requirements])
      const { solution, audit } = await solveWithAudit(problem)
      expect(findResultErrors(problem, solution)).toEqual([])
      expect([solution.proven, solution.exact]).toEqual([true, true])
      expect(solution.surplus).toBe(surplus)
      expect(solution.organisations).toHaveLength(winners)
      const postings = listSettlementPostings({ problem, solution })
      const posted = (...purposes: readonly AccountPurpose[]): number =>
        Math.abs(postings.reduce((sum, one) => (purposes.includes(one.purpose) ? sum + one.amount : sum), 0))
      expect({
        due: posted('due'),
        payable: posted('payable'),
        maintenance: posted('maintenance'),
        operator: posted('operator'),
        checks: posted('compliance', 'performance'),
      }).toEqual(books)
      const stored = { ...solution, coalitionValues: toStoredCoalitionValues(audit.coalitions) }
      const { next } = createSeededRandom(1)
      const published = pseudonymizeMatch(
        drawPseudonyms(problem, () => String(next())),
        problem,
        stored,
      )
      expect(findResultErrors(published.problem, published.solution)).toEqual([])
      expect(calculateSharesByRule(published.problem, published.solution, noSolver)).toEqual(
        new Map(published.solution.organisations.map(one => [one.organisationId, one.share])),
      )
      expect(await solveWithAudit(problem, { pool: createWorkerPool(3) })).toEqual({ solution, audit })
    },
    600_000,
  )

  it.each(['RD-SOM-A', 'RD-SOL-A', 'RD-SOM-B', 'RD-SOM-0'] as const)(
    'settle the round %s as its tables say, whatever the date of loading',
    async id => {
      const lost = ['demo_projects', 'demo_requirements'].flatMap(table =>
        readCsvRows(table)
          .filter(row => row.roundId === id && row.status === 'Unmatched')
          .map(row => row.projectId ?? row.requirementId ?? ''),
      )
      for (const loaded of ['2028-02-29', '2031-01-15']) {
        const { solution } = await solveWithAudit(demonstrationRound(id, loaded))
        const items = [...solution.projects, ...solution.requirements]
        expect(new Set(items.filter(({ won }) => !won).map(item => item.id))).toEqual(new Set(lost))
      }
    },
  )
})
