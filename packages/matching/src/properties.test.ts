import { describe, expect, it } from 'vitest'
import type { MatchProblem } from './problem/match-problem.ts'
import type { MatchSolution } from './problem/match-solution.ts'
import { generateRound } from '../test/generate.ts'
import { MatchCancelledError } from './formats/errors.ts'
import { sha256 } from './formats/sha256.ts'
import { createSeededRandom } from './pricing/random.ts'
import { solve, solveWithAudit } from './solve.ts'
import { findResultErrors } from '@credit-market/match-verifier/verify'

/** Rounds of about ten items, and many smaller ones; every property that must hold for any round is tested on each. */
const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1)
const SMALL = 4

/** A small round in which much trades. */
const round = (seed: number): MatchProblem => {
  const made = generateRound(seed <= SMALL ? 'small' : 'tiny', seed)
  const projects = made.projects
    .slice(0, 6)
    .map(project => ({ ...project, offer: Math.round(project.offer * 0.5) }))
  const requirements = made.requirements
    .slice(0, 9)
    .map(wanted => ({ ...wanted, redemptionDate: '2028-06-01' }))
  const present = new Set([...projects, ...requirements].map(({ id }) => id))
  const groups = made.groups.filter(({ memberIds }) => memberIds.every(id => present.has(id)))
  return { ...made, projects, requirements, groups }
}

const shares = ({ organisations }: MatchSolution): Record<string, number> =>
  Object.fromEntries(organisations.map(line => [line.organisationId, line.share]))

const shuffled = (problem: MatchProblem, seed: number): MatchProblem => {
  const r = createSeededRandom(seed)
  return {
    ...problem,
    projects: r
      .shuffled(problem.projects)
      .map(project => ({ ...project, services: r.shuffled(project.services) })),
    requirements: r.shuffled(problem.requirements),
    groups: r.shuffled(problem.groups).map(group => ({ ...group, memberIds: r.shuffled(group.memberIds) })),
  }
}

/** The same market under other names, to combine with itself. */
const renamed = (problem: MatchProblem): MatchProblem => {
  const other = (id: string): string => `x${id}`
  const place = <T extends { ncaId: string | null; lpaId: string | null; subcatchmentId: string | null }>(
    at: T,
  ) => ({
    ncaId: at.ncaId && other(at.ncaId),
    lpaId: at.lpaId && other(at.lpaId),
    subcatchmentId: at.subcatchmentId && other(at.subcatchmentId),
  })
  return {
    ...problem,
    projects: problem.projects.map(project => ({
      ...project,
      ...place(project),
      id: other(project.id),
      supplierId: other(project.supplierId),
      services: project.services.map(service => ({ ...service, id: other(service.id) })),
    })),
    requirements: problem.requirements.map(requirement => ({
      ...requirement,
      ...place(requirement),
      id: other(requirement.id),
      buyerId: other(requirement.buyerId),
    })),
    groups: problem.groups.map(group => ({
      ...group,
      id: other(group.id),
      ownerId: other(group.ownerId),
      memberIds: group.memberIds.map(other),
    })),
  }
}

describe('any round', () => {
  it.each(SEEDS)('has the same result and hash whatever the order of its input (seed %i)', async seed => {
    const { solution, audit } = await solveWithAudit(round(seed))
    const again = await solveWithAudit(shuffled(round(seed), seed))
    expect(again.solution).toEqual(solution)
    expect(sha256(JSON.stringify(again.audit))).toBe(sha256(JSON.stringify(audit)))
  })

  it('says when only some critical prices were calculated, and can be reproduced', async () => {
    const problem = generateRound('small', 1)
    const { solution, audit } = await solveWithAudit(problem, { criticalPrices: 3 })
    expect(solution.engine.criticalPrices).toBe(3)
    expect(solution.warnings.join()).toContain('critical prices are missing')
    expect((await solveWithAudit(problem, { criticalPrices: 3 })).audit).toEqual(audit)
    const whole = await solveWithAudit(problem, { criticalPrices: null })
    expect(whole.solution.engine.criticalPrices).toBeNull()
    expect(whole.solution).not.toEqual(solution)
  })

  it.each(SEEDS)('stands up to an independent check, to the penny (seed %i)', async seed => {
    const problem = round(seed)
    const solution = await solve(problem)
    expect(findResultErrors(problem, solution)).toEqual([])
    expect(solution.organisations.reduce((sum, { share }) => sum + share, 0)).toBe(solution.surplus)
    expect(solution.organisations.reduce((sum, { payment }) => sum + payment, 0)).toBe(0)
    for (const { payment, value, share } of solution.organisations) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(payment).toBeLessThanOrEqual(value)
    }
  })

  it.each(SEEDS)('gives ten times the shares for ten times the money (seed %i)', async seed => {
    const problem = round(seed)
    const times = (pence: number): number => pence * 10
    const dearer: MatchProblem = {
      ...problem,
      projects: problem.projects.map(project => ({
        ...project,
        offer: times(project.offer),
        costs: {
          maintenance: times(project.costs.maintenance),
          marketOperator: times(project.costs.marketOperator),
          complianceMonitoring: times(project.costs.complianceMonitoring),
          performanceMonitoring: times(project.costs.performanceMonitoring),
        },
      })),
      requirements: problem.requirements.map(requirement => ({
        ...requirement,
        bid: times(requirement.bid),
        bidOngoingOnly: requirement.bidOngoingOnly === null ? null : times(requirement.bidOngoingOnly),
      })),
    }
    const before = shares(await solve(problem))
    const after = shares(await solve(dearer))
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [id, share] of Object.entries(before))
      expect(Math.abs(after[id]! - 10 * share)).toBeLessThanOrEqual(60)
  })

  it.each(SEEDS)('is unaffected by an organisation that cannot trade with anyone (seed %i)', async seed => {
    const problem = round(seed)
    const alone = {
      ...problem.requirements[0]!,
      id: 'zz',
      buyerId: 'stranger',
      ncaId: 'none',
      lpaId: 'none',
      subcatchmentId: 'none',
    }
    const more = await solve({ ...problem, requirements: [...problem.requirements, alone] })
    const before = await solve(problem)
    expect(more.organisations).toEqual(before.organisations)
    expect(more.requirements.find(({ id }) => id === 'zz')!.reason).toBe('noCompatibleService')
  })

  it.each(SEEDS)(
    'keeps its shares when matched together with an independent market (seed %i)',
    async seed => {
      const one = round(seed)
      const other = { ...renamed(round(seed + 100)), reserve: one.reserve }
      const together = await solve({
        ...one,
        projects: [...one.projects, ...other.projects],
        requirements: [...one.requirements, ...other.requirements],
        groups: [...one.groups, ...other.groups],
      })
      const apart = { ...shares(await solve(one)), ...shares(await solve(other)) }
      expect(Object.keys(shares(together)).toSorted()).toEqual(Object.keys(apart).toSorted())
      for (const [id, share] of Object.entries(apart))
        expect(Math.abs(shares(together)[id]! - share)).toBeLessThanOrEqual(1)
    },
  )

  it.each(SEEDS)('treats a reserve of zero as no reserve (seed %i)', async seed => {
    const none = await solve({ ...round(seed), reserve: null })
    const zero = await solve({ ...round(seed), reserve: { basisPoints: 0, appliesTo: 'allDemand' } })
    const { problemHash, engine } = none
    expect({ ...zero, problemHash, engine: { ...zero.engine, seed: engine.seed } }).toEqual(none)
  })

  it('never loses a winning bid when the bid is raised', async () => {
    let raised = 0
    for (const seed of SEEDS) {
      const problem = round(seed)
      for (const winner of (await solve(problem)).requirements.filter(one => one.won && !one.ongoingOnly)) {
        const requirements = problem.requirements.map(r =>
          r.id === winner.id ? { ...r, bid: r.bid + 1_000_000 } : r,
        )
        const after = await solve({ ...problem, requirements })
        expect(after.requirements.find(({ id }) => id === winner.id)!.won, `${seed} ${winner.id}`).toBe(true)
        raised += 1
      }
    }
    expect(raised).toBeGreaterThan(10)
  })
})

describe('degenerate rounds', () => {
  it.each([
    ['nothing at all', (p: MatchProblem) => ({ ...p, projects: [], requirements: [], groups: [] })],
    ['only offers', (p: MatchProblem) => ({ ...p, requirements: [], groups: [] })],
    ['only bids', (p: MatchProblem) => ({ ...p, projects: [], groups: [] })],
  ])('have no winners with %s', async (_, change) => {
    const solution = await solve(change(round(1)))
    expect(solution.surplus).toBe(0)
    expect(solution.organisations).toEqual([])
  })

  it('have no winners when all bids are zero', async () => {
    const requirements = round(3).requirements.map(r => ({ ...r, bid: 0, bidOngoingOnly: null }))
    expect(await solve({ ...round(3), requirements })).toMatchObject({ surplus: 0, organisations: [] })
  })

  it.each(SEEDS)(
    'stand up to an independent check with divisible requirements, to the penny (seed %i)',
    async seed => {
      const problem = round(seed)
      const divisible = {
        ...problem,
        requirements: problem.requirements.map(r => ({ ...r, divisible: true })),
      }
      const solution = await solve(divisible)
      expect(findResultErrors(divisible, solution)).toEqual([])
      expect(solution.surplus).toBeGreaterThanOrEqual((await solve(problem)).surplus)
    },
  )

  it('prefer the earliest of identical bids, and report the tie', async () => {
    const { projects, requirements, ...rest } = round(2)
    const project = {
      ...projects[0]!,
      offer: 100_000,
      services: [
        {
          ...projects.flatMap(p => p.services).find(s => s.creditType === 'NutrientMitigationPhosphorous')!,
          supply: [{ start: '2027-01-01', end: null, units: 10_000 }],
        },
      ],
    }
    const base = requirements.find(r => r.creditType === 'NutrientMitigationPhosphorous')!
    const bid = {
      ...base,
      subcatchmentId: project.subcatchmentId,
      ongoingUnits: 8_000,
      additionalUnits: 0,
      bid: 90_000_000,
      bidOngoingOnly: null,
    }
    const solution = await solve({
      ...rest,
      reserve: null,
      groups: [],
      projects: [project],
      requirements: [
        { ...bid, id: 'a', buyerId: 'A', bidAt: '2026-10-03T00:00:00.000Z' },
        { ...bid, id: 'b', buyerId: 'B', bidAt: '2026-10-02T00:00:00.000Z' },
      ],
    })
    expect(solution.requirements.filter(({ won }) => won).map(({ id }) => id)).toEqual(['b'])
    expect(solution.tie.decidedBy).toBe(4)
    expect(solution.requirements.find(({ id }) => id === 'a')!.reason).toBe('tie')
  })
})

describe('a running match', () => {
  it('reports progress that never goes back and ends at 1', async () => {
    const seen: number[] = []
    await solve(round(4), { onProgress: ({ progress }) => seen.push(progress) })
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)
  })

  it('stops when it is cancelled', async () => {
    await expect(solve(round(4), { cancelled: () => true })).rejects.toBeInstanceOf(MatchCancelledError)
  })
})
