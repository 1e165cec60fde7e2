import { expect, it } from 'vitest'
import { generateRound } from '@credit-market/matching/test/generate'
import { highestWinningAsk } from './highest-winning-ask.ts'
import type { MatchProject } from '@credit-market/matching/problem/match-problem'
import { solve } from '@credit-market/matching/solve'

const never = { isOver: () => false }

const withAsk = (project: MatchProject, offer: number): MatchProject => ({
  ...project,
  id: 'additional',
  supplierId: 'someone new',
  services: project.services.map(service => ({ ...service, id: `additional-${service.id}` })),
  offer,
  costs: { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 },
})

it('an additional offer wins a penny below the highest winning ask, and loses a penny above', async () => {
  let won = 0
  for (let seed = 1; seed <= 8; seed += 1) {
    const problem = generateRound('tiny', seed)
    const { surplus } = await solve(problem)
    const project = withAsk(problem.projects[0]!, 0)
    const highest = await highestWinningAsk(problem, project, { surplus, ...never })
    const winsAt = async (offer: number): Promise<boolean> => {
      const { projects } = await solve({
        ...problem,
        projects: [...problem.projects, withAsk(project, offer)],
      })
      return projects.find(({ id }) => id === 'additional')!.won
    }
    expect(await winsAt(highest + 1)).toBe(false)
    if (highest === 0) continue
    won += 1
    expect(await winsAt(highest - 1)).toBe(true)
  }
  expect(won).toBeGreaterThan(2)
})

it('does not guess when the time is over', async () => {
  const problem = generateRound('tiny', 1)
  const ask = highestWinningAsk(problem, withAsk(problem.projects[0]!, 0), { surplus: 0, isOver: () => true })
  await expect(ask).rejects.toThrow()
})
