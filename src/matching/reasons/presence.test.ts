import { describe, expect, it } from 'vitest'
import file from '../../../test/vectors/market-vectors.json' with { type: 'json' }
import { readMarket } from '../formats/read-market.ts'
import { solve } from '../solve.ts'
import { addedToOthers, bindingSupply } from './presence.ts'

const solved = async (id: string) => {
  const problem = readMarket(file.market.find(one => one.id === id)!.problem)
  return { problem, solution: await solve(problem) }
}

describe('why a winner is worth what it gets', () => {
  it('a winner adds to the others what the market would lose without it, less its own share', async () => {
    const { solution } = await solved('M02')
    for (const [id, added] of addedToOthers(solution)) {
      const marginal = solution.comparison.vcg.find(line => line.organisationId === id)!.share
      const own = solution.organisations.find(line => line.organisationId === id)!.share
      expect(added + own).toBe(marginal)
    }
    expect(addedToOthers(solution).size).toBe(solution.organisations.length)
  })

  it('a winner is bound by a supply that is used to the last unit', async () => {
    const { problem, solution } = await solved('M13a')
    const used = new Set(solution.flows.map(({ serviceId }) => serviceId))
    const bound = bindingSupply(problem, solution)
    expect(used.size).toBe(1)
    expect(new Set([...bound.values()].flat())).toEqual(used)
  })

  it('a winner is not bound by a supply that has units left', async () => {
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
    expect([...bindingSupply(roomy, solution).values()].flat()).toEqual([])
  })
})
