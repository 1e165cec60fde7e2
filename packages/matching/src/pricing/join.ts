import type { ConnectorCut } from '../model/connectors.ts'
import type { MarketProgram, Row } from '../model/program.ts'
import type { CoalitionGame } from './block-game.ts'

/** A table of values by connectors funded (the low bits) and winners present (the bits above). */
export type CoalitionValueTable = Pick<CoalitionGame, 'connectors' | 'winners'> & { values: Float64Array }

type Unfilled = Pick<CoalitionValueTable, 'connectors' | 'winners'>

/** Cost and owner of a connector. */
export interface ConnectorCostAndOwner {
  cost: number
  /** Index of the winner that owns it; -1 for a loser. */
  owner: number
}

const union = (some: readonly number[], others: readonly number[]): number[] =>
  [...new Set([...some, ...others])].toSorted((a, b) => a - b)

/** For every set of some items, the same set by the indices of these items in another list. */
const translation = (from: readonly number[], to: readonly number[]): Int32Array => {
  const bits = from.map(item => to.indexOf(item)).map(at => (at < 0 ? 0 : 1 << at))
  const table = new Int32Array(2 ** from.length)
  for (let set = 1; set < table.length; set += 1)
    table[set] = table[set & (set - 1)]! | bits[31 - Math.clz32(set & -set)]!
  return table
}

/** One step of the elimination: two tables become one, and the connectors that no other table touches are decided. */
interface Step {
  done: number[]
  connectors: number[]
  winners: number[]
  /** Number of additions, as a power of two. */
  bits: number
}

const stepOf = (
  a: CoalitionValueTable,
  b: CoalitionValueTable,
  rest: readonly CoalitionValueTable[],
  rows: readonly Row[],
  costs: readonly ConnectorCostAndOwner[],
) => {
  const present = union(a.connectors, b.connectors)
  const later = new Set(rest.flatMap(({ connectors }) => connectors))
  const open = (at: number): boolean =>
    later.has(at) ||
    rows.some(({ columns }) => columns.includes(at) && !columns.every(c => present.includes(c)))
  const done = present.filter(at => !open(at))
  const owners = done.map(at => costs[at]!.owner).filter(owner => owner >= 0)
  const winners = union(union(a.winners, b.winners), owners)
  const connectors = present.filter(at => !done.includes(at))
  return { done, connectors, winners, bits: winners.length + present.length }
}

const joined = (
  a: CoalitionValueTable,
  b: CoalitionValueTable,
  step: Step,
  rows: readonly Row[],
  costs: readonly ConnectorCostAndOwner[],
): CoalitionValueTable => {
  const { done, connectors, winners } = step
  const order = [...connectors, ...done]
  const kept = 2 ** connectors.length - 1
  const settled = rows.filter(({ columns }) => columns.some(at => done.includes(at)))
  const allowed = Array.from({ length: 2 ** order.length }, (_, set) => set).filter(set =>
    settled.every(
      ({ columns, coefficients, limit }) =>
        columns.reduce((sum, at, k) => sum + ((set >> order.indexOf(at)) & 1) * coefficients[k]!, 0) <= limit,
    ),
  )
  const sum = (set: number, of: (one: ConnectorCostAndOwner) => number): number =>
    done.reduce((total, at, k) => total + ((set >> (connectors.length + k)) & 1) * of(costs[at]!), 0)
  const cost = Float64Array.from(allowed, set => sum(set, one => one.cost))
  const owned = Int32Array.from(allowed, set =>
    done.reduce((owners, at, k) => {
      const { owner } = costs[at]!
      const funded = ((set >> (connectors.length + k)) & 1) === 1
      return funded && owner >= 0 ? owners | (1 << winners.indexOf(owner)) : owners
    }, 0),
  )
  const into = Int32Array.from(allowed, set => set & kept)
  const fundedA = translation(order, a.connectors)
  const fundedB = translation(order, b.connectors)
  const hereA = Int32Array.from(allowed, set => fundedA[set]!)
  const hereB = Int32Array.from(allowed, set => fundedB[set]!)
  const presentA = translation(winners, a.winners)
  const presentB = translation(winners, b.winners)
  const valuesA = a.values
  const valuesB = b.values
  const shiftA = a.connectors.length
  const shiftB = b.connectors.length
  const shift = connectors.length
  const ways = allowed.length
  const values = new Float64Array(2 ** (winners.length + shift)).fill(-Infinity)
  for (let set = 0; set < presentA.length; set += 1) {
    const baseA = presentA[set]! << shiftA
    const baseB = presentB[set]! << shiftB
    const base = set << shift
    for (let way = 0; way < ways; way += 1) {
      if ((owned[way]! & ~set) !== 0) continue
      const value = valuesA[baseA | hereA[way]!]! + valuesB[baseB | hereB[way]!]! - cost[way]!
      const at = base | into[way]!
      if (value > values[at]!) values[at] = value
    }
  }
  return { connectors, winners, values }
}

const orders = (items: readonly CoalitionValueTable[]): CoalitionValueTable[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap(item => orders(items.filter(other => other !== item)).map(rest => [item, ...rest]))

/** An empty block, to join with a market that is not cut. */
export const EMPTY_VALUE_TABLE: CoalitionValueTable = {
  connectors: [],
  winners: [],
  values: new Float64Array(1),
}
/** More blocks than this are joined in the order of the list. */
const MOST_ORDERED = 6

/** Limit of entries of a table, as a power of two, for memory. */
const MOST_KEPT = 22

/** Finds the cheapest order in which to join some tables, given others that remain, and its work. */
const planOf = (
  tables: readonly CoalitionValueTable[],
  others: readonly CoalitionValueTable[],
  rows: readonly Row[],
  costs: readonly ConnectorCostAndOwner[],
) => {
  const plans = tables.length > MOST_ORDERED ? [[...tables]] : orders(tables)
  const priced = plans.map(order => {
    let so: CoalitionValueTable = order[0] ?? EMPTY_VALUE_TABLE
    let work = 0
    order.slice(1).forEach((table, at) => {
      const step = stepOf(so, table, [...order.slice(at + 2), ...others], rows, costs)
      work += step.winners.length + step.connectors.length > MOST_KEPT ? Infinity : 2 ** step.bits
      so = { ...step, values: EMPTY_VALUE_TABLE.values }
    })
    return { order, work }
  })
  return priced.reduce((best, plan) => (plan.work < best.work ? plan : best))
}

/** Costs and owners of the connectors of a cut. */
export const connectorCosts = (
  program: MarketProgram,
  cut: ConnectorCut,
  winnerOf: Int32Array,
): ConnectorCostAndOwner[] =>
  cut.connectors.map(column => ({ cost: -program.columns[column]!.value, owner: winnerOf[column]! }))

/** The rows of a cut by the indices of its connectors. */
export const connectorRows = (cut: ConnectorCut): Row[] =>
  cut.rows.map(row => ({ ...row, columns: row.columns.map(column => cut.connectors.indexOf(column)) }))

/** Limit of additions when tables are joined: a few seconds. */
const MOST_WORK = 2 ** 29

/** True if some blocks can be joined into one in reasonable time, given others that remain. */
export const canJoinTables = (
  blocks: readonly Unfilled[],
  others: readonly Unfilled[],
  rows: readonly Row[],
  costs: readonly ConnectorCostAndOwner[],
): boolean => {
  const unfilled = (block: Unfilled): CoalitionValueTable => ({ ...block, values: EMPTY_VALUE_TABLE.values })
  return planOf(blocks.map(unfilled), others.map(unfilled), rows, costs).work <= MOST_WORK
}

/**
 * Joins the tables of some blocks into one, given others that remain: for each set of connectors that those touch
 * too, the maximum, over all ways to fund the rest, of the blocks' values minus the costs (Bertele and Brioschi
 * 1972).
 */
export const joinTables = (
  tables: readonly CoalitionValueTable[],
  others: readonly Unfilled[],
  rows: readonly Row[],
  costs: readonly ConnectorCostAndOwner[],
): CoalitionValueTable => {
  const rest = others.map(other => ({ ...other, values: EMPTY_VALUE_TABLE.values }))
  const { order } = planOf(tables, rest, rows, costs)
  let so: CoalitionValueTable = order[0] ?? EMPTY_VALUE_TABLE
  order.slice(1).forEach((table, at) => {
    const step = stepOf(so, table, [...order.slice(at + 2), ...rest], rows, costs)
    so = joined(so, table, step, rows, costs)
  })
  return so
}
