import { groupByTies, splitIntoComponents, type Component } from './components.ts'
import { bestComponentValue, type CheckedMarket } from './market.ts'
import { buildVerifierRound } from './round.ts'
import type { MatchProblem, Project } from './shapes/problem-shape.ts'
import { findConnectingProjects, gameOfTables, toFundedConnectorSet } from './tables.ts'
import type { BlockValueTable, RecordedGame } from './tables.ts'

/** Limit of values of pieces that the second solver finds for one component: about ten seconds. */
const MOST_VALUES = 1_024

/** Some items of a component that no other ones trade with, once it is known which connectors are funded. */
interface Piece {
  /** Indices of items in the component. */
  items: readonly number[]
  winners: string[]
  /** Connectors with services for this piece, as indices of items. */
  connectors: number[]
}

/** For each service of a component, its item and the items with requirements that it may serve. */
const servicesIn = ({ round }: CheckedMarket, { places, items }: Component) => {
  const placeOf = new Map(places.map((item, at) => [item, at]))
  const served = new Map<number, Set<number>>()
  items.forEach(({ ways }, at) => {
    for (const { requirement } of ways)
      for (const offer of round.serves.get(requirement.id)!)
        served.set(offer, (served.get(offer) ?? new Set()).add(at))
  })
  return [...served].flatMap(([offer, needs]) => {
    const item = placeOf.get(round.offers[offer]!.item)
    return item === undefined ? [] : [{ item, needs: [...needs] }]
  })
}

/** The pieces of a component between these connectors. */
const piecesBetween = (
  component: Component,
  services: ReturnType<typeof servicesIn>,
  winners: readonly string[],
  connectors: readonly number[],
): Piece[] => {
  const isConnector = (item: number): boolean => connectors.includes(item)
  const ties = [
    ...services.map(({ item, needs }) => (isConnector(item) ? needs : [item, ...needs])),
    ...component.limits.map(({ items }) => items),
  ]
  return groupByTies(component.items.length, ties)
    .filter(items => items.some(at => component.items[at]!.ways.length > 0))
    .map(items => {
      const own = new Set(items)
      const owners = new Set(items.map(at => component.items[at]!.owner))
      return {
        items,
        winners: winners.filter(name => owners.has(name)),
        connectors: connectors.filter(at =>
          services.some(({ item, needs }) => item === at && needs.some(need => own.has(need))),
        ),
      }
    })
}

const tableSizes = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { winners, connectors }) => sum + 2 ** (winners.length + connectors.length), 0)

/** Adds connectors one by one, as long as fewer values are left to be found. */
const bestPieces = (
  market: CheckedMarket,
  component: Component,
  winners: readonly string[],
): { pieces: Piece[]; connectors: number[] } => {
  const services = servicesIn(market, component)
  const candidates = component.items.flatMap(({ projects }, at) =>
    projects.length === 1 && component.limits.every(({ items }) => !items.includes(at)) ? [at] : [],
  )
  let connectors: number[] = []
  let pieces = piecesBetween(component, services, winners, connectors)
  for (;;) {
    const size = tableSizes(pieces)
    const [next] = candidates
      .filter(at => !connectors.includes(at))
      .map(at => {
        const more = [...connectors, at]
        return { connectors: more, pieces: piecesBetween(component, services, winners, more) }
      })
      .toSorted((a, b) => tableSizes(a.pieces) - tableSizes(b.pieces))
    if (next === undefined || tableSizes(next.pieces) >= size) return { pieces, connectors }
    ;({ connectors, pieces } = next)
  }
}

const free = (project: Project): Project => ({
  ...project,
  offer: 0,
  costs: { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 },
})

/** A piece as a problem of its own, in which its connectors ask for nothing. */
const problemOf = ({ problem }: CheckedMarket['round'], component: Component, piece: Piece): MatchProblem => {
  const projects = piece.items.flatMap(at => component.items[at]!.projects)
  const connecting = piece.connectors.flatMap(at => component.items[at]!.projects)
  const ids = new Set(
    piece.items.flatMap(at => component.items[at]!.ways.map(({ requirement }) => requirement.id)),
  )
  const requirements = problem.requirements.filter(({ id }) => ids.has(id))
  const members = new Set([...projects, ...requirements].map(({ id }) => id))
  return {
    ...problem,
    projects: [...projects, ...connecting.map(free)],
    requirements,
    groups: problem.groups.filter(({ memberIds }) => memberIds.some(id => members.has(id))),
  }
}

/** Values of a piece for all sets of its connectors and winners; null if the second solver does not settle one. */
const tableOf = (market: CheckedMarket, component: Component, piece: Piece): BlockValueTable | null => {
  const round = buildVerifierRound(problemOf(market.round, component, piece))
  const parts = splitIntoComponents(round)
  const connectors = piece.connectors.map(at => component.items[at]!.projects[0]!.id)
  const { winners } = piece
  const known = new Map<string, number | null>()
  const valueIn = (part: Component, at: number, set: number): number | null => {
    const isAbsent = (place: number): boolean => {
      const { owner, projects } = part.items[place]!
      const connector = projects.length === 1 ? connectors.indexOf(projects[0]!.id) : -1
      const bit = connector >= 0 ? connector : winners.indexOf(owner)
      if (bit < 0) return false
      return ((set >> (connector >= 0 ? bit : connectors.length + bit)) & 1) === 0
    }
    const absent = part.items.flatMap((_, place) => (isAbsent(place) ? [place] : []))
    const key = JSON.stringify([at, absent])
    const before = known.get(key)
    if (before !== undefined) return before
    const value = bestComponentValue(market, part, { absent: isAbsent })
    known.set(key, value)
    return value
  }
  const values = new Float64Array(2 ** (connectors.length + winners.length))
  for (let set = 0; set < values.length; set += 1)
    for (const [at, part] of parts.entries()) {
      const value = valueIn(part, at, set)
      if (value === null) return null
      values[set] = values[set]! + value
    }
  return { connectors, winners, values }
}

/**
 * The value of every set of winners of a component, by the second solver: for every way to fund projects that hold the component
 * together, its pieces are valued one by one. Null if that takes too many values, or one is not settled.
 */
export const findOwnTables = (
  market: CheckedMarket,
  component: Component,
  winners: readonly string[],
): RecordedGame | null => {
  const { pieces, connectors } = bestPieces(market, component, winners)
  if (tableSizes(pieces) > MOST_VALUES) return null
  const tables: BlockValueTable[] = []
  for (const piece of pieces) {
    const table = tableOf(market, component, piece)
    if (table === null) return null
    tables.push(table)
  }
  const names = connectors.map(at => component.items[at]!.projects[0]!.id)
  const funded = findConnectingProjects(market.round, names, 'The component')
  if (typeof funded === 'string') throw new Error(funded)
  const ways = Array.from({ length: 2 ** names.length }, (_, set) =>
    toFundedConnectorSet(market.round, funded, set),
  ).filter(way => way !== null)
  return gameOfTables(winners, tables, ways)
}
