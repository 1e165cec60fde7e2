import {
  type MatchProblem,
  type MatchProject,
  type MatchRequirement,
  type MatchService,
  type MatchGroup,
  totalCosts,
} from '../problem/match-problem.ts'
import type { Pence } from '@credit-market/values/money'
import { type PeriodNeed, type PeriodSupply, splitIntoBlocks } from './blocks.ts'
import { type PeriodNeeds, removeDominatedPeriods } from './dominated-periods.ts'
import { checkServiceEligibility } from './eligible.ts'
import { hallConditionRows } from './hall.ts'
import { initialBlockRows } from './open-blocks.ts'
import {
  type Period,
  needsAdditionalUnitsIn,
  periodsBetweenChanges,
  marketPeriods,
  unitsAvailableIn,
} from './periods.ts'
import type { DivisibleRequirement } from './portions.ts'
import type { Column, MarketProgram, Row } from './program.ts'
import { reserveUnitsOnDemand, reserveUnitsFromSupply } from './reserve.ts'
import { removeImpliedRows } from './rows.ts'

/** An offered service, with its project. */
export interface OfferedService {
  project: MatchProject
  service: MatchService
}

/** One way for a requirement to win: in full, or its ongoing units alone. */
export interface RequirementWinOption {
  requirement: MatchRequirement
  ongoingOnly: boolean
  column: number
}

/** A compiled round: columns, rows, and the way back from columns to projects and requirements. */
export interface CompiledMarket {
  problem: MatchProblem
  periods: Period[]
  services: OfferedService[]
  serves: Map<string, number[]>
  projectColumn: Map<string, number>
  options: RequirementWinOption[]
  program: MarketProgram
}

/** Total ask of a project: the offer and the four costs. */
export const totalAskOfProject = ({ offer, costs }: MatchProject): Pence => offer + totalCosts(costs)

/** Need of a requirement in a period, including its reserve. */
export const unitsNeededInPeriod = (
  market: Pick<CompiledMarket, 'problem'>,
  option: Omit<RequirementWinOption, 'column'>,
  period: Period,
): number => {
  const { requirement, ongoingOnly } = option
  if (period.start < requirement.redemptionDate) return 0
  const isNeeded = !ongoingOnly && needsAdditionalUnitsIn(requirement, period, market.problem.ampEnd)
  const additional = isNeeded ? requirement.additionalUnits : 0
  const { ongoingUnits } = requirement
  return ongoingUnits + additional + reserveUnitsOnDemand(market.problem.reserve, ongoingUnits, additional)
}

const optionsOf = (requirement: MatchRequirement): boolean[] =>
  requirement.bidOngoingOnly === null ? [false] : [false, true]

const projectColumns = (problem: MatchProblem, columns: Column[], players: Map<string, number>) => {
  const byId = new Map(problem.projects.map(project => [project.id, project]))
  const column = new Map<string, number>()
  for (const ids of groupTiedMembers([...byId.keys()], groupsOfSide(problem, 'project'))) {
    const members = ids.map(id => byId.get(id)!)
    const value = -members.reduce((sum, project) => sum + totalAskOfProject(project), 0)
    const at =
      columns.push({ player: players.get(members[0]!.supplierId)!, value, whole: true, upper: 1 }) - 1
    for (const id of ids) column.set(id, at)
  }
  return column
}

const quantitiesOf = ({ ongoingUnits, additionalUnits }: MatchRequirement): number[] =>
  [ongoingUnits, additionalUnits].filter(units => units > 0)

const portionOf = ({ ongoingUnits, additionalUnits, bid }: MatchRequirement): DivisibleRequirement => ({
  ongoing: ongoingUnits,
  additional: additionalUnits,
  bid,
})

/**
 * Makes one column of requirements that must win together, unless one of them could also win its ongoing units alone.
 */
const requirementColumns = (problem: MatchProblem, columns: Column[], players: Map<string, number>) => {
  const byId = new Map(problem.requirements.map(requirement => [requirement.id, requirement]))
  const options: RequirementWinOption[] = []
  const rows: Row[] = []
  for (const ids of groupTiedMembers([...byId.keys()], groupsOfSide(problem, 'requirement'))) {
    const members = ids.map(id => byId.get(id)!)
    const player = players.get(members[0]!.buyerId)!
    const whole = members.some(({ divisible }) => !divisible)
    const grains = [...new Set(members.flatMap(quantitiesOf))]
    const divided = (of: readonly MatchRequirement[]): Partial<Column> =>
      whole ? {} : { grains, portions: of.map(portionOf) }
    if (members.every(({ bidOngoingOnly }) => bidOngoingOnly === null)) {
      const value = members.reduce((sum, { bid }) => sum + bid, 0)
      const column = columns.push({ player, value, whole, upper: 1, ...divided(members) }) - 1
      options.push(...members.map(requirement => ({ requirement, ongoingOnly: false, column })))
      continue
    }
    const won = members.map(requirement =>
      optionsOf(requirement).map(ongoingOnly => {
        const value = ongoingOnly ? requirement.bidOngoingOnly! : requirement.bid
        const parts = ongoingOnly ? {} : divided([requirement])
        const column = columns.push({ player, value, whole: ongoingOnly || whole, upper: 1, ...parts }) - 1
        options.push({ requirement, ongoingOnly, column })
        return column
      }),
    )
    rows.push(...won.filter(alternatives => alternatives.length > 1).map(atMostOne))
    rows.push(...won.slice(1).map(alternatives => equalTo(won[0]!, alternatives)))
  }
  return { options, rows }
}

const atMostOne = (columns: number[]): Row => ({
  columns,
  coefficients: columns.map(() => 1),
  limit: 1,
  equal: false,
})

const equalTo = (some: number[], others: number[]): Row => ({
  columns: [...some, ...others],
  coefficients: [...some.map(() => 1), ...others.map(() => -1)],
  limit: 0,
  equal: true,
})

/** Row by which at most one member wins; a member has one entry for each way it can win. */
const exclusive = (
  problem: MatchProblem,
  project: Map<string, number>,
  options: readonly RequirementWinOption[],
): Row[] =>
  problem.groups
    .filter(({ type }) => type === 'XOR')
    .map(({ of, memberIds }) => {
      const members = new Set(memberIds)
      const won =
        of === 'project'
          ? memberIds.map(id => project.get(id)!)
          : options.filter(({ requirement }) => members.has(requirement.id)).map(({ column }) => column)
      const counts = new Map<number, number>()
      for (const column of won) counts.set(column, (counts.get(column) ?? 0) + 1)
      return { columns: [...counts.keys()], coefficients: [...counts.values()], limit: 1, equal: false }
    })

/** Groups of options that compete for common services, directly or through others. */
const rivals = (market: Omit<CompiledMarket, 'program'>): RequirementWinOption[][] => {
  const leader = new Map<number, number>()
  const lead = (service: number): number => {
    const next = leader.get(service) ?? service
    return next === service ? service : lead(next)
  }
  for (const services of market.serves.values())
    for (const service of services) leader.set(lead(service), lead(services[0]!))
  const sets = new Map<number, RequirementWinOption[]>()
  for (const option of market.options) {
    const [first] = market.serves.get(option.requirement.id)!
    const key = first === undefined ? -1 : lead(first)
    const set = sets.get(key)
    if (set === undefined) sets.set(key, [option])
    else set.push(option)
  }
  return [...sets.values()]
}

/** Rows for what some rivals need and can get, over their own periods. */
const rowsAmong = (
  market: Omit<CompiledMarket, 'program'>,
  options: readonly RequirementWinOption[],
  mostWritten: number,
  pulse: () => void,
): Pick<MarketProgram, 'rows' | 'blocks'> => {
  const { ampEnd, reserve } = market.problem
  const services = [
    ...new Set(options.flatMap(({ requirement }) => market.serves.get(requirement.id)!)),
  ].toSorted((a, b) => a - b)
  const requirements = options.map(({ requirement }) => requirement)
  const servesOf = (option: number): number[] => market.serves.get(requirements[option]!.id)!
  const periods = periodsBetweenChanges(
    requirements,
    services.map(at => market.services[at]!.service),
    ampEnd,
  ).map((period): PeriodNeeds => {
    pulse()
    const supplies = new Map<number, PeriodSupply>()
    for (const at of services) {
      const { project, service } = market.services[at]!
      const units = unitsAvailableIn(service, period)
      const amount = units - reserveUnitsFromSupply(reserve, units)
      if (amount > 0) supplies.set(at, { column: market.projectColumn.get(project.id)!, amount })
    }
    const needs = options.flatMap((option, at): [number, PeriodNeed][] => {
      const amount = unitsNeededInPeriod(market, option, period)
      const from = servesOf(at).filter(service => supplies.has(service))
      return amount > 0 ? [[at, { column: option.column, amount, services: from }]] : []
    })
    return { needs: new Map(needs), supplies }
  })
  const blocks = removeDominatedPeriods(periods, servesOf, pulse).flatMap(({ needs, supplies }) =>
    splitIntoBlocks([...needs.values()], supplies),
  )
  const written = blocks.map(block => {
    pulse()
    return { block, rows: hallConditionRows(block, mostWritten) }
  })
  return {
    rows: removeImpliedRows(written.flatMap(({ block, rows }) => rows ?? initialBlockRows(block))),
    blocks: written.flatMap(({ block, rows }) => (rows === null ? [block] : [])),
  }
}

/** A block with more rows than this stays open. */
const MOST_WRITTEN = 100

/** Options of `compile`: a block with more closed sets than `mostWritten` stays open; `pulse` may throw to cancel. */
export interface CompileOptions {
  mostWritten?: number
  pulse?: () => void
}

/** Compiles a round (in canonical order) into columns and rows. */
export const compileMarket = (
  problem: MatchProblem,
  { mostWritten = MOST_WRITTEN, pulse = () => {} }: CompileOptions = {},
): CompiledMarket => {
  const owners = [...problem.projects.map(p => p.supplierId), ...problem.requirements.map(r => r.buyerId)]
  const players = [...new Set(owners)].toSorted()
  const index = new Map(players.map((id, at) => [id, at]))
  const services = problem.projects.flatMap(project =>
    project.services.map(service => ({ project, service })),
  )
  const serves = new Map(
    problem.requirements.map(requirement => [
      requirement.id,
      services.flatMap(({ project, service }, at) =>
        checkServiceEligibility(requirement, service, project) === true ? [at] : [],
      ),
    ]),
  )
  const columns: Column[] = []
  const projectColumn = projectColumns(problem, columns, index)
  const { options, rows } = requirementColumns(problem, columns, index)
  const market = { problem, periods: marketPeriods(problem), services, serves, projectColumn, options }
  const supplied = rivals(market).map(set => rowsAmong(market, set, mostWritten, pulse))
  const all = [...rows, ...exclusive(problem, projectColumn, options), ...supplied.flatMap(set => set.rows)]
  const blocks = supplied.flatMap(set => set.blocks ?? [])
  return { ...market, program: { players, columns, rows: removeImpliedRows(all), blocks } }
}

/** Groups of members tied by "all must win", directly or through another group; every other id is alone. */
const groupTiedMembers = (ids: readonly string[], groups: readonly MatchGroup[]): string[][] => {
  const leader = new Map(ids.map(id => [id, id]))
  const lead = (id: string): string => {
    const next = leader.get(id)!
    return next === id ? id : lead(next)
  }
  for (const group of groups.filter(({ type }) => type === 'AND')) {
    const [first, ...others] = group.memberIds
    for (const other of others) leader.set(lead(other), lead(first!))
  }
  const sets = new Map<string, string[]>()
  for (const id of ids) sets.set(lead(id), [...(sets.get(lead(id)) ?? []), id])
  return [...sets.values()]
}

/** The groups of projects, or of requirements. */
const groupsOfSide = (problem: MatchProblem, of: MatchGroup['of']): MatchGroup[] =>
  problem.groups.filter(group => group.of === of)
