import { dueBidInPence } from './parts.ts'
import type { RequirementResult, MatchResult } from './shapes/result-shape.ts'
import { totalAskOfProject, type VerifierRound } from './round.ts'

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

/**
 * Divides a whole number in proportion to weights: all rounded down, the rest to the largest remainders, ties by
 * name.
 */
const inProportion = (total: bigint, weights: ReadonlyMap<string, bigint>): Map<string, bigint> => {
  const all = [...weights.values()].reduce((a, b) => a + b, 0n)
  const entries = [...weights].map(([name, own]) => {
    const [weight, over] = all === 0n ? [1n, BigInt(weights.size)] : [own, all]
    return { name, part: (total * weight) / over, rest: (total * weight) % over }
  })
  let left = total - entries.reduce((a, { part }) => a + part, 0n)
  const order = entries.toSorted((a, b) =>
    a.rest === b.rest ? (a.name < b.name ? -1 : 1) : a.rest > b.rest ? -1 : 1,
  )
  const parts = new Map<string, bigint>(entries.map(({ name, part }) => [name, part]))
  for (const { name } of order) {
    if (left <= 0n) break
    parts.set(name, parts.get(name)! + 1n)
    left -= 1n
  }
  return parts
}

/** Checks asks, bids and payments of projects, one by one. */
const projectMoney = ({ problem }: VerifierRound, { projects }: MatchResult): string[] => {
  const byId = new Map(problem.projects.map(project => [project.id, project]))
  return projects.flatMap(({ id, organisationId, won, value, share, payment }) => {
    const project = byId.get(id)
    if (project === undefined) return []
    const ask = won ? totalAskOfProject(project) : 0
    const isRight = value === ask && payment === -ask - share && (won || share === 0)
    return [
      ...(isRight ? [] : [`Project ${id}: its value, share or payment is wrong`]),
      ...(organisationId === project.supplierId ? [] : [`Project ${id}: it belongs to another organisation`]),
    ]
  })
}

const NOTHING_WON = ['value', 'share', 'payment', 'fraction', 'ongoingUnits', 'additionalUnits'] as const

const wonMoney = (round: VerifierRound, result: RequirementResult, isImported: boolean): string[] => {
  const requirement = round.problem.requirements.find(({ id }) => id === result.id)
  if (requirement === undefined) return []
  const of = `Requirement ${result.id}`
  const { ongoingOnly, ongoingUnits: ongoing, additionalUnits: additional, value, share, payment } = result
  const bid = ongoingOnly ? requirement.bidOngoingOnly : requirement.bid
  if (bid === null) return [`${of}: it won its ongoing units without a bid for them`]
  const most = isImported
    ? bid * Math.min(1, (result.fraction + 1) / 10_000)
    : dueBidInPence({ requirement, ongoingOnly, bid }, { ongoing, additional })
  return [
    ...(value <= bid ? [] : [`${of}: its value exceeds the bid`]),
    ...((isImported ? value <= most : value === most)
      ? []
      : [`${of}: its value is not the part of the bid for the units that it won`]),
    ...(payment === value - share ? [] : [`${of}: its payment is not its value less its share`]),
    ...(payment <= value ? [] : [`${of}: it pays more than it bid`]),
  ]
}

const requirementMoney = (round: VerifierRound, { requirements, rule }: MatchResult): string[] => {
  const owners = new Map(round.problem.requirements.map(({ id, buyerId }) => [id, buyerId]))
  return requirements.flatMap(result => {
    const { id, won } = result
    const isStrange = owners.has(id) && owners.get(id) !== result.organisationId
    const owner = isStrange ? [`Requirement ${id}: it belongs to another organisation`] : []
    if (won) return [...owner, ...wonMoney(round, result, rule === 'Imported')]
    const hasSome = NOTHING_WON.some(field => result[field] !== 0) || result.ongoingOnly
    return hasSome ? [...owner, `Requirement ${id}: it lost, but has money or units`] : owner
  })
}

/** Items that each winning organisation won, with the name by which ties of its share are decided. */
const winningsOf = ({ projects, requirements }: MatchResult) => {
  const won = new Map<string, { name: string; value: number; share: number; payment: number }[]>()
  const put = (owner: string, name: string, of: { value: number; share: number; payment: number }): void => {
    const { value, share, payment } = of
    won.set(owner, [...(won.get(owner) ?? []), { name, value, share, payment }])
  }
  for (const one of projects)
    if (one.won) put(one.organisationId, `project ${one.id}`, { ...one, value: -one.value })
  for (const one of requirements) if (one.won) put(one.organisationId, `requirement ${one.id}`, one)
  return won
}

const organisationMoney = (result: MatchResult): string[] => {
  const { organisations, rule } = result
  const won = winningsOf(result)
  const named = organisations.map(({ organisationId }) => organisationId)
  const isComplete = [...won.keys()].toSorted().join('\n') === named.join('\n')
  const lines = organisations.flatMap(({ organisationId, value, share, payment }) => {
    const own = won.get(organisationId) ?? []
    const adds = (field: 'value' | 'share' | 'payment', total: number): boolean =>
      sum(own.map(item => item[field])) === total
    const weights = own.map(item => [item.name, BigInt(Math.abs(item.value))] as const)
    const parts = inProportion(BigInt(Math.max(0, share)), new Map(weights))
    const isParted = rule === 'Imported' || own.every(item => parts.get(item.name) === BigInt(item.share))
    return [
      ...(adds('value', value) && adds('share', share) && adds('payment', payment)
        ? []
        : [`${organisationId}: its money is not the sum of its items`]),
      ...(share >= 0 ? [] : [`${organisationId}: its share is negative`]),
      ...(payment === value - share
        ? []
        : [`${organisationId}: its payment is not its value less its share`]),
      ...(isParted ? [] : [`${organisationId}: its share is not divided in proportion to its items`]),
    ]
  })
  return isComplete ? lines : ['The winning organisations are not those with winning items', ...lines]
}

/** Checks the two other rules shown for comparison: their organisations, and that payment is value minus share. */
const comparisonMoney = ({ organisations, comparison, rule }: MatchResult): string[] =>
  (['vcg', 'payAsBid'] as const).flatMap(name => {
    const lines = comparison[name]
    if (rule === 'Imported' && name === 'vcg' && lines.length === 0) return []
    const isRight =
      lines.length === organisations.length &&
      lines.every(({ organisationId, value, share, payment }, at) => {
        const own = organisations[at]!
        return (
          organisationId === own.organisationId &&
          value === own.value &&
          payment === value - share &&
          (name === 'vcg' || share === 0)
        )
      })
    return isRight ? [] : [`The comparison ${name} does not fit the winners`]
  })

/** Checks all money: asks, bids, shares, payments, and their sums. */
export const findMoneyErrors = (round: VerifierRound, result: MatchResult): string[] => {
  const { projects, requirements, organisations, surplus } = result
  const gained = sum(requirements.map(({ value }) => value)) - sum(projects.map(({ value }) => value))
  return [
    ...projectMoney(round, result),
    ...requirementMoney(round, result),
    ...organisationMoney(result),
    ...comparisonMoney(result),
    ...(surplus === gained ? [] : ['The surplus is not the winning bids less the winning asks']),
    ...(sum(organisations.map(({ share }) => share)) === surplus
      ? []
      : ['The shares do not add up to the surplus']),
    ...(sum(organisations.map(({ payment }) => payment)) === 0 ? [] : ['The payments do not add up to zero']),
  ]
}
