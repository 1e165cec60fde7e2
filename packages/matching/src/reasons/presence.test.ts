import { describe, expect, it } from 'vitest'
import file from '../../test/vectors/market-vectors.json' with { type: 'json' }
import { readMarketFile } from '../formats/read-market.ts'
import { solve } from '../solve.ts'
import { findValueAddedToOthers, findExhaustedServices } from './presence.ts'

const solved = async (id: string) => {
  const problem = readMarketFile(file.market.find(one => one.id === id)!.problem)
  return { problem, solution: await solve(problem) }
}

describe('the reasons for a winner’s value', () => {
  it('give what the market would lose without the winner, less its own share', async () => {
    const { solution } = await solved('M02')
    for (const [id, added] of findValueAddedToOthers(solution)) {
      const marginal = solution.comparison.vcg.find(line => line.organisationId === id)!.share
      const own = solution.organisations.find(line => line.organisationId === id)!.share
      expect(added + own).toBe(marginal)
    }
    expect(findValueAddedToOthers(solution).size).toBe(solution.organisations.length)
  })

  it('name a supply that is used to the last unit as binding', async () => {
    const { problem, solution } = await solved('M13a')
    const used = new Set(solution.flows.map(({ serviceId }) => serviceId))
    const bound = findExhaustedServices(problem, solution)
    expect(used.size).toBe(1)
    expect(new Set([...bound.values()].flat())).toEqual(used)
  })

  it('do not name a supply with units left as binding', async () => {
    const { problem, solution } = await solved('M13a')
    const roomy = {
      ...problem,
      projects: problem.projects.map(project => ({
        ...project,
        services: project.services.map(service => ({
          ...service,
          supply: service.supply.map(part => ({ ...part, units: part.units + 1 })),
        })),
      })),
    }
    expect([...findExhaustedServices(roomy, solution).values()].flat()).toEqual([])
  })
})
