import { expect, it } from 'vitest'
import { generateRound } from '@credit-market/matching/test/generate'
import { medianCostShare } from './cost-share.ts'

const [project] = generateRound('tiny', 1).projects
const costs = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }

/** Winning projects of different suppliers that ask £100, of which the given pounds are costs. */
const winning = (...pounds: number[]) => {
  const projects = pounds.map((cost, at) => ({
    ...project!,
    id: `P${at}`,
    supplierId: `supplier-${at}`,
    offer: (100 - cost) * 100,
    costs: { ...costs, maintenance: cost * 100 },
    services: [{ ...project!.services[0]!, creditType: 'Biodiversity' as const }],
  }))
  return { projects }
}
const allWin = ({ projects }: ReturnType<typeof winning>) =>
  ({ projects: projects.map(({ id }) => ({ id, won: true })) }) as Parameters<typeof medianCostShare>[1]

it('the share of costs is the median over winning projects of enough suppliers', () => {
  const problem = winning(10, 20, 30, 60, 25)
  expect(medianCostShare(problem, allWin(problem))).toBeCloseTo(0.25)
  const few = winning(10, 20, 30)
  expect(medianCostShare(few, allWin(few))).toBeNull()
  expect(medianCostShare(problem, { projects: [] })).toBeNull()
})
