import type { MatchProblem, MatchProject, MatchRequirement, MatchService } from '#domain/match-problem'
import type { Pence } from '#domain/money'
import { totalCosts } from '#domain/project'
import { blocksOf, type NeedAtom, type SupplyAtom } from './blocks.ts'
import { withoutDominated, type Stretch } from './dominated-periods.ts'
import { eligible } from './eligible.ts'
import { flowRows, flowsIn } from './flows.ts'
import { groupsOf, tiedTogether } from './groups.ts'
import { hallRows } from './hall.ts'
import { startingRows } from './open-blocks.ts'
import { needsAdditional, periodsFor, periodsOf, unitsIn, type Period } from './periods.ts'
import type { Portion } from './portions.ts'
import type { Block, Column, Program, Row } from './program.ts'
import { reserveOnDemand, reserveOnSupply } from './reserve.ts'
import { withoutRepeats } from './rows.ts'

/** A service on offer, with the project it comes from. */
export interface OfferedService {
  project: MatchProject
  service: MatchService
}

/** One way for a requirement to win: in full, or its ongoing units alone. */
export interface Alternative {
  requirement: MatchRequirement
  ongoingOnly: boolean
  column: number
}

/**
 * A round compiled: what can win, under which rows, and the way back from columns to projects and
 * requirements.
 */
export interface Market {
  problem: MatchProblem
  periods: Period[]
  services: OfferedService[]
  /** For each requirement, the indices of the services that may serve it. */
  serves: Map<string, number[]>
  projectColumn: Map<string, number>
  options: Alternative[]
  program: Program
}

/** What a project asks in all: the offer and the four costs. */
export const totalAskOf = ({ offer, costs }: MatchProject): Pence => offer + totalCosts(costs)

/** What a requirement needs in a period, with its reserve. */
export const needIn = (
  market: Pick<Market, 'problem'>,
  option: Omit<Alternative, 'column'>,
  period: Period,
): number => {
  const { requirement, ongoingOnly } = option
  if (period.start < requirement.redemptionDate) return 0
  const isNeeded = !ongoingOnly && needsAdditional(requirement, period, market.problem.ampEnd)
  const additional = isNeeded ? requirement.additionalUnits : 0
  const { ongoingUnits } = requirement
  return ongoingUnits + additional + reserveOnDemand(market.problem.reserve, ongoingUnits, additional)
}

const optionsOf = (requirement: MatchRequirement): boolean[] =>
  requirement.bidOngoingOnly === null ? [false] : [false, true]

const projectColumns = (problem: MatchProblem, columns: Column[], players: Map<string, number>) => {
  const byId = new Map(problem.projects.map(project => [project.id, project]))
  const column = new Map<string, number>()
  for (const ids of tiedTogether([...byId.keys()], groupsOf(problem, 'project'))) {
    const members = ids.map(id => byId.get(id)!)
    const value = -members.reduce((sum, project) => sum + totalAskOf(project), 0)
    const at =
      columns.push({ player: players.get(members[0]!.supplierId)!, value, whole: true, upper: 1 }) - 1
    for (const id of ids) column.set(id, at)
  }
  return column
}

const quantitiesOf = ({ ongoingUnits, additionalUnits }: MatchRequirement): number[] =>
  [ongoingUnits, additionalUnits].filter(units => units > 0)

const portionOf = ({ ongoingUnits, additionalUnits, bid }: MatchRequirement): Portion => ({
  ongoing: ongoingUnits,
  additional: additionalUnits,
  bid,
})

/**
 * Requirements that must win together become one column, unless one of them could also win its ongoing units
 * alone.
 */
const requirementColumns = (problem: MatchProblem, columns: Column[], players: Map<string, number>) => {
  const byId = new Map(problem.requirements.map(requirement => [requirement.id, requirement]))
  const options: Alternative[] = []
  const rows: Row[] = []
  for (const ids of tiedTogether([...byId.keys()], groupsOf(problem, 'requirement'))) {
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

/** Up to one of the members may win; a member counts once for each way it can win. */
const exclusive = (
  problem: MatchProblem,
  project: Map<string, number>,
  options: readonly Alternative[],
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

/** Options that compete for a common service, directly or through others. */
const rivals = (market: Omit<Market, 'program'>): Alternative[][] => {
  const leader = new Map<number, number>()
  const lead = (service: number): number => {
    const next = leader.get(service) ?? service
    return next === service ? service : lead(next)
  }
  for (const services of market.serves.values())
    for (const service of services) leader.set(lead(service), lead(services[0]!))
  const sets = new Map<number, Alternative[]>()
  for (const option of market.options) {
    const [first] = market.serves.get(option.requirement.id)!
    const key = first === undefined ? -1 : lead(first)
    const set = sets.get(key)
    if (set === undefined) sets.set(key, [option])
    else set.push(option)
  }
  return [...sets.values()]
}

/** What some rivals need and can get, period by period of their own. */
const rowsAmong = (
  market: Omit<Market, 'program'>,
  options: readonly Alternative[],
  mostWritten: number,
  pulse: () => void,
): Pick<Program, 'rows' | 'blocks'> => {
  const { ampEnd, reserve } = market.problem
  const services = [
    ...new Set(options.flatMap(({ requirement }) => market.serves.get(requirement.id)!)),
  ].toSorted((a, b) => a - b)
  const requirements = options.map(({ requirement }) => requirement)
  const servesOf = (option: number): number[] => market.serves.get(requirements[option]!.id)!
  const periods = periodsFor(
    requirements,
    services.map(at => market.services[at]!.service),
    ampEnd,
  ).map((period): Stretch => {
    pulse()
    const supplies = new Map<number, SupplyAtom>()
    for (const at of services) {
      const { project, service } = market.services[at]!
      const units = unitsIn(service, period)
      const amount = units - reserveOnSupply(reserve, units)
      if (amount > 0) supplies.set(at, { column: market.projectColumn.get(project.id)!, amount })
    }
    const needs = options.flatMap((option, at): [number, NeedAtom][] => {
      const amount = needIn(market, option, period)
      const from = servesOf(at).filter(service => supplies.has(service))
      return amount > 0 ? [[at, { column: option.column, amount, services: from }]] : []
    })
    return { needs: new Map(needs), supplies }
  })
  const blocks = withoutDominated(periods, servesOf, pulse).flatMap(({ needs, supplies }) =>
    blocksOf([...needs.values()], supplies),
  )
  const written = blocks.map(block => {
    pulse()
    return { block, rows: hallRows(block, mostWritten) }
  })
  return {
    rows: withoutRepeats(written.flatMap(({ block, rows }) => rows ?? startingRows(block))),
    blocks: written.flatMap(({ block, rows }) => (rows === null ? [block] : [])),
  }
}

/** A block with more rows than this stays open. */
const MOST_WRITTEN = 100

/** Beyond so many rows a block is written with flows instead, and beyond so many flows it stays open. */
const MOST_ROWS = 3_000
const MOST_FLOWS = 300

/** The same market with the rows of its open blocks written down as far as they are few enough. */
export const completed = (program: Program): Program => {
  const columns = [...program.columns]
  const flowing: Block[] = []
  const blocks: Block[] = []
  const rows = (program.blocks ?? []).flatMap(block => {
    const sets = hallRows(block, MOST_ROWS)
    if (sets !== null) return sets
    const isFew = flowsIn({ blocks: [block] }) <= MOST_FLOWS
    ;(isFew ? flowing : blocks).push(block)
    return isFew ? flowRows(block, columns) : []
  })
  const all = withoutRepeats([...program.rows, ...rows])
  return { players: program.players, columns, rows: all, blocks, flowing }
}

/** How to compile: a block with more closed sets than `mostWritten` stays open; `pulse` may throw, to end it. */
export interface CompileOptions {
  mostWritten?: number
  pulse?: () => void
}

/** Turns a round (in canonical order) into columns and rows. */
export const compile = (
  problem: MatchProblem,
  { mostWritten = MOST_WRITTEN, pulse = () => {} }: CompileOptions = {},
): Market => {
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
        eligible(requirement, service, project) === true ? [at] : [],
      ),
    ]),
  )
  const columns: Column[] = []
  const projectColumn = projectColumns(problem, columns, index)
  const { options, rows } = requirementColumns(problem, columns, index)
  const market = { problem, periods: periodsOf(problem), services, serves, projectColumn, options }
  const supplied = rivals(market).map(set => rowsAmong(market, set, mostWritten, pulse))
  const all = [...rows, ...exclusive(problem, projectColumn, options), ...supplied.flatMap(set => set.rows)]
  const blocks = supplied.flatMap(set => set.blocks ?? [])
  return { ...market, program: { players, columns, rows: withoutRepeats(all), blocks } }
}
