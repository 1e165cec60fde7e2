import { describe, expect, it } from 'vitest'
import type { MatchProblem } from '#domain/match-problem'
import { bestEnding, endings, sharesByDefinition } from '#test/matching/brute-force'
import { generateRound } from '#test/matching/generate'
import { totalAskOf } from './model/compile.ts'
import { random } from './pricing/random.ts'
import { solve } from './solve.ts'

const SOAK = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env
  .SOAK_MARKETS
const MARKETS = Number(SOAK ?? 2_000)
const BATCH = 250

/** A tiny indivisible round; money in steps of GBP 10,000, so that ties are common. */
const tiny = (seed: number): MatchProblem => {
  const r = random(seed * 7919 + 13)
  const round = generateRound('tiny', seed)
  const coarse = r.chance(0.5)
  const money = (pence: number): number => (coarse ? Math.round(pence / 4_000_000) * 4_000_000 : pence)
  const kinds = ['allDemand', 'ongoingDemand', 'supply'] as const
  const ease = r.chance(0.8) ? 0.4 : 1
  return {
    ...round,
    reserve: r.chance(0.4) ? { basisPoints: r.pick([500, 1_000, 2_000]), appliesTo: r.pick(kinds) } : null,
    projects: round.projects.map(project => ({
      ...project,
      offer: money(project.offer * ease * r.pick([0.3, 0.6, 1])),
      costs: coarse
        ? { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }
        : project.costs,
    })),
    requirements: round.requirements.map(requirement => ({
      ...requirement,
      divisible: false,
      redemptionDate: r.chance(0.6) ? '2028-06-01' : requirement.redemptionDate,
      bid: money(requirement.bid),
      bidOngoingOnly: requirement.bidOngoingOnly === null ? null : money(requirement.bidOngoingOnly),
    })),
  }
}

const check = async (seed: number): Promise<void> => {
  const problem = tiny(seed)
  const all = endings(problem)
  const best = bestEnding(problem, all)
  const solution = await solve(problem)
  const note = `seed ${seed}`
  expect(solution.surplus, note).toBe(best.value)
  expect(
    solution.projects.filter(p => p.won).map(p => p.id),
    note,
  ).toEqual([...best.projects].toSorted())
  const won = solution.requirements.filter(r => r.won).map(r => [r.id, r.ongoingOnly ? 'ongoing' : 'full'])
  expect(Object.fromEntries(won), note).toEqual(Object.fromEntries(best.requirements))
  for (const [owner, share] of sharesByDefinition(problem, all, best)) {
    const found = solution.organisations.find(line => line.organisationId === owner)!
    expect(Math.abs(found.share - share), `${note} ${owner}`).toBeLessThanOrEqual(1)
  }
  for (const project of problem.projects.filter(p => !best.projects.has(p.id))) {
    const forced = Math.max(...all.filter(e => e.projects.has(project.id)).map(e => e.value))
    const critical = project.offer - (best.value - forced)
    const found = solution.projects.find(p => p.id === project.id)!.critical
    expect(found, `${note} ${project.id} ${totalAskOf(project)}`).toBe(
      critical < 0 || forced === -Infinity ? null : critical,
    )
  }
  for (const requirement of problem.requirements.filter(r => !best.requirements.has(r.id))) {
    const forced = Math.max(
      ...all.filter(e => e.requirements.get(requirement.id) === 'full').map(e => e.value),
    )
    const found = solution.requirements.find(r => r.id === requirement.id)!.critical
    expect(found, `${note} ${requirement.id}`).toBe(
      forced === -Infinity ? null : requirement.bid + best.value - forced,
    )
  }
}

describe('random small rounds agree with trying every possible ending', () => {
  const batches = Array.from({ length: Math.ceil(MARKETS / BATCH) }, (_, at) => at * BATCH)
  it.each(batches)(
    'random small rounds agree with trying every possible ending, from seed %i',
    async first => {
      for (let seed = first; seed < first + BATCH; seed += 1) await check(seed)
    },
  )
})
