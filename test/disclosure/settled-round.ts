import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { Pence } from '@credit-market/values/money'
import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { generateRound } from '@credit-market/matching/test/generate'

/** A settled round, and the organisations whose figures an agent knows together. */
export interface SettledRound {
  problem: MatchProblem
  solution: MatchSolution
  clients: string[][]
}

const costsOf = ({ costs }: MatchProblem['projects'][number]): Pence =>
  costs.maintenance + costs.marketOperator + costs.complianceMonitoring + costs.performanceMonitoring

/** Sometimes the owner of a requirement is also a supplier. */
const withBothSides = (r: RandomNumberGenerator, problem: MatchProblem): MatchProblem => {
  const suppliers = problem.projects.map(one => one.supplierId)
  const both = r.chance(0.4) ? r.next() * 0.5 : 0
  return {
    ...problem,
    requirements: problem.requirements.map(one =>
      r.chance(both) ? { ...one, buyerId: r.pick(suppliers) } : one,
    ),
  }
}

const item = (id: string, organisationId: string, value: Pence) => ({
  ...{ id, organisationId, won: value > 0, value, share: 0, payment: 0 },
  ...{ reason: value > 0 ? null : ('price' as const), sentence: '', critical: null },
})

/** Divides an amount in whole pence by weight, with the last pence going to the first. */
const split = (amount: Pence, weights: readonly number[]): Pence[] => {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = weights.map(weight => Math.floor((amount * weight) / all))
  return parts.map((part, at) => (at === 0 ? part + amount - parts.reduce((a, b) => a + b, 0) : part))
}

/**
 * A round with winners: these and the division of the surplus are random, because published results depend only on the
 * numbers, however they came about. All numbers add up as they must.
 */
export const settledRound = (seed: number): SettledRound => {
  const r = createSeededRandom(seed)
  const problem = withBothSides(r, generateRound(r.chance(0.3) ? 'tiny' : 'small', seed))
  const luck = 0.3 + r.next() * 0.7
  const requirements = problem.requirements.map(one =>
    item(one.id, one.buyerId, r.chance(luck) ? one.bid : 0),
  )
  let rest = requirements.reduce((sum, one) => sum + one.value, 0)
  const projects = problem.projects.map(one => {
    const ask = one.offer + costsOf(one)
    const won = ask <= rest && r.chance(luck)
    rest -= won ? ask : 0
    return item(one.id, one.supplierId, won ? ask : 0)
  })
  const winners = [...projects, ...requirements].filter(one => one.won)
  split(
    rest,
    winners.map(() => 0.1 + r.next()),
  ).forEach((share, at) => {
    winners[at]!.share = share
  })
  for (const one of requirements) one.payment = one.value - one.share
  for (const one of projects) one.payment = -one.value - one.share
  const ids = [...new Set([...projects, ...requirements].map(one => one.organisationId))]
  const organisations = ids.map(organisationId => {
    const own = (items: readonly { organisationId: string }[]) =>
      items.filter(one => one.organisationId === organisationId)
    const sum = (of: 'value' | 'share' | 'payment', items: typeof projects) =>
      (own(items) as typeof projects).reduce((total, one) => total + one[of], 0)
    return {
      organisationId,
      value: sum('value', requirements) - sum('value', projects),
      share: sum('share', [...projects, ...requirements]),
      payment: sum('payment', [...projects, ...requirements]),
      halfWidth: 0,
    }
  })
  const agents = r.chance(0.5) ? r.whole(1, 3) : 0
  return {
    problem,
    solution: {
      version: 1,
      problemHash: '',
      engine: { name: '', version: '', solver: '', options: {}, seed, batches: [], criticalPrices: null },
      rule: 'Lindsay2018',
      surplus: rest,
      proven: true,
      exact: true,
      shareHalfWidth: null,
      tie: { decidedBy: 1, alternatives: 0, note: '' },
      projects,
      requirements: requirements.map(one => ({
        ...one,
        ...{ fraction: one.won ? 10_000 : 0, ongoingOnly: false, ongoingUnits: 0, additionalUnits: 0 },
      })),
      organisations,
      flows: [],
      groups: [],
      warnings: [],
      comparison: { vcg: [], payAsBid: [] },
    },
    clients: Array.from({ length: agents }, () => ids.filter(() => r.chance(0.3))),
  }
}
