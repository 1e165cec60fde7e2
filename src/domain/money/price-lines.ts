import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchFlow, MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'
import { groupBy } from '../values/grouped.ts'
import { divideByLargestRemainder } from './divide.ts'

/** Costs of projects that buyers pay, in the order of the lines of an invoice. */
const PRICE_COSTS = ['maintenance', 'operator', 'compliance', 'performance'] as const

/** Kinds of lines of the price of a requirement, in their order. */
export const PRICE_LINES = ['units', ...PRICE_COSTS, 'difference'] as const
export type PriceLineKind = (typeof PRICE_LINES)[number]

/** A line of the price that a requirement pays: for the units of one project, for a cost, or the difference to the price. */
export interface PriceLine {
  kind: PriceLineKind
  /** The project that supplies the units; null for other lines. */
  projectId: string | null
  /** Units that it supplies at one time; null for other lines. */
  units: Units | null
  amount: Pence
}

interface SettledMatch {
  problem: { projects: readonly Pick<MatchProblem['projects'][number], 'id' | 'costs'>[] }
  solution: {
    projects: readonly Pick<MatchSolution['projects'][number], 'id' | 'won' | 'payment'>[]
    requirements: readonly Pick<MatchSolution['requirements'][number], 'id' | 'won' | 'payment'>[]
    flows: readonly MatchFlow[]
  }
}

/** Most units that flows supply at one time. */
const greatestSupply = (flows: readonly MatchFlow[]): Units =>
  Math.max(
    ...flows.map(({ start }) =>
      flows
        .filter(one => one.start <= start && (one.end === null || start < one.end))
        .reduce((sum, { units }) => sum + units, 0),
    ),
  )

/** Units by requirement that a project supplies; of one that supplies no one, the payments of all that pay. */
const weightsOf = (
  projectId: string,
  { flows, requirements }: SettledMatch['solution'],
): Map<string, number> => {
  const own = groupBy(
    flows.filter(flow => flow.projectId === projectId && flow.units > 0),
    ({ requirementId }) => requirementId,
  )
  return new Map(
    own.length > 0
      ? own.map(([id, its]) => [id, greatestSupply(its)])
      : requirements.filter(({ won, payment }) => won && payment > 0).map(({ id, payment }) => [id, payment]),
  )
}

/**
 * Lines of the price of each requirement of a settled match, in pence (decision 0217). A requirement pays a fair price and its
 * suppliers receive other ones, so a line for each supplier has its share, by units, of what that one receives for itself; the four
 * costs are shared in the same way, and what is left to the price is a line of its own. The lines of a requirement add up to its
 * payment, and all lines for suppliers and costs of a round to what its projects receive, so the differences add up to nothing.
 */
export const listPriceLines = ({ problem, solution }: SettledMatch): Map<string, PriceLine[]> => {
  const costsOf = new Map(problem.projects.map(({ id, costs }) => [id, costs]))
  const shares = new Map<string, PriceLine[]>()
  const add = (requirementId: string, line: PriceLine) =>
    shares.set(requirementId, [...(shares.get(requirementId) ?? []), line])
  for (const { id: projectId, won, payment } of solution.projects) {
    const costs = costsOf.get(projectId)
    if (!won || !costs) continue
    const weights = weightsOf(projectId, solution)
    if (weights.size === 0) continue
    const isSupplier = solution.flows.some(flow => flow.projectId === projectId && flow.units > 0)
    const parts: Record<Exclude<PriceLineKind, 'difference'>, Pence> = {
      units:
        -payment -
        (costs.maintenance + costs.marketOperator + costs.complianceMonitoring + costs.performanceMonitoring),
      maintenance: costs.maintenance,
      operator: costs.marketOperator,
      compliance: costs.complianceMonitoring,
      performance: costs.performanceMonitoring,
    }
    for (const kind of ['units', ...PRICE_COSTS] as const) {
      const divided = divideByLargestRemainder(parts[kind], [...weights.values()])
      for (const [at, [requirementId, units]] of [...weights].entries())
        add(requirementId, {
          ...{ kind, projectId, units: kind === 'units' && isSupplier ? units : null },
          amount: divided[at]!,
        })
    }
  }
  return new Map(
    solution.requirements
      .filter(({ won }) => won)
      .map(({ id, payment }) => [id, withDifference(shares.get(id) ?? [], payment)]),
  )
}

const withDifference = (shares: readonly PriceLine[], payment: Pence): PriceLine[] => {
  const units = shares.filter(({ kind, amount }) => kind === 'units' && amount !== 0)
  const sumOf = (kind: PriceLineKind) =>
    shares.reduce((sum, line) => (line.kind === kind ? sum + line.amount : sum), 0)
  const others = (kind: PriceLineKind, amount: Pence): PriceLine[] =>
    amount === 0 ? [] : [{ kind, projectId: null, units: null, amount }]
  const difference = payment - shares.reduce((sum, { amount }) => sum + amount, 0)
  return [
    ...units,
    ...PRICE_COSTS.flatMap(kind => others(kind, sumOf(kind))),
    ...others('difference', difference),
  ]
}

/**
 * Amounts of lines in an instalment of their total, in pence: what falls to each line with the instalment, less what earlier instalments
 * had for it. So the amounts add up to the instalment, and those of all instalments to the lines. Throws if the lines add up to zero.
 */
export const listLineAmounts = (
  lines: readonly { amount: Pence }[],
  earlier: readonly Pence[],
  instalment: Pence,
): Pence[] => {
  const before = earlier.reduce((sum, part) => sum + part, 0)
  const due = divideByLargestRemainder(
    before + instalment,
    lines.map(({ amount }) => amount),
  )
  return due.map((part, at) => part - (earlier[at] ?? 0))
}
