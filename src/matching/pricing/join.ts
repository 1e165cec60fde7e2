import type { Cut } from '../model/connectors.ts'
import type { Program, Row } from '../model/program.ts'
import type { Game } from './tables.ts'

/** A table by connectors funded (the low bits) and winners present (the bits above). */
export type Factor = Pick<Game, 'connectors' | 'winners'> & { values: Float64Array }

type Unfilled = Pick<Factor, 'connectors' | 'winners'>

/** What joining needs to know of each connector. */
export interface ConnectorCost {
  cost: number
  /** The winner that owns it, as an index; -1 where a loser does. */
  owner: number
}

const union = (some: readonly number[], others: readonly number[]): number[] =>
  [...new Set([...some, ...others])].toSorted((a, b) => a - b)

/** For every set of some items, the same set by the places these items have in another list. */
const translation = (from: readonly number[], to: readonly number[]): Int32Array => {
  const bits = from.map(item => to.indexOf(item)).map(at => (at < 0 ? 0 : 1 << at))
  const table = new Int32Array(2 ** from.length)
  for (let set = 1; set < table.length; set += 1)
    table[set] = table[set & (set - 1)]! | bits[31 - Math.clz32(set & -set)]!
  return table
}

/** One step of the elimination: two tables become one, and the connectors that no other touches are decided. */
interface Step {
  done: number[]
  connectors: number[]
  winners: number[]
  /** How many additions it takes, as a power of two. */
  bits: number
}

const stepOf = (
  a: Factor,
  b: Factor,
  rest: readonly Factor[],
  rows: readonly Row[],
  costs: readonly ConnectorCost[],
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
  a: Factor,
  b: Factor,
  step: Step,
  rows: readonly Row[],
  costs: readonly ConnectorCost[],
): Factor => {
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
  const sum = (set: number, of: (one: ConnectorCost) => number): number =>
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

const orders = (items: readonly Factor[]): Factor[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap(item => orders(items.filter(other => other !== item)).map(rest => [item, ...rest]))

/** A block of nothing: what a market is joined with that is not cut. */
export const NOTHING: Factor = { connectors: [], winners: [], values: new Float64Array(1) }
/** More blocks than this are joined in the order they come. */
const MOST_ORDERED = 6

/** Tables of more entries than this, as a power of two, would not fit. */
const MOST_KEPT = 22

/** The cheapest order in which to join some tables, beside others, and the work of it. */
const planOf = (
  tables: readonly Factor[],
  others: readonly Factor[],
  rows: readonly Row[],
  costs: readonly ConnectorCost[],
) => {
  const plans = tables.length > MOST_ORDERED ? [[...tables]] : orders(tables)
  const priced = plans.map(order => {
    let so: Factor = order[0] ?? NOTHING
    let work = 0
    order.slice(1).forEach((table, at) => {
      const step = stepOf(so, table, [...order.slice(at + 2), ...others], rows, costs)
      work += step.winners.length + step.connectors.length > MOST_KEPT ? Infinity : 2 ** step.bits
      so = { ...step, values: NOTHING.values }
    })
    return { order, work }
  })
  return priced.reduce((best, plan) => (plan.work < best.work ? plan : best))
}

/** What the connectors of a cut ask, and who owns them. */
export const costsOf = (program: Program, cut: Cut, winnerOf: Int32Array): ConnectorCost[] =>
  cut.connectors.map(column => ({ cost: -program.columns[column]!.value, owner: winnerOf[column]! }))

/** The rows of a cut by places among its connectors. */
export const rowsOf = (cut: Cut): Row[] =>
  cut.rows.map(row => ({ ...row, columns: row.columns.map(column => cut.connectors.indexOf(column)) }))

/** Joining takes about so many additions at most, a few seconds. */
const MOST_WORK = 2 ** 29

/** Can some blocks be joined into one, beside others, in reasonable time? */
export const joinable = (
  blocks: readonly Unfilled[],
  others: readonly Unfilled[],
  rows: readonly Row[],
  costs: readonly ConnectorCost[],
): boolean => {
  const unfilled = (block: Unfilled): Factor => ({ ...block, values: NOTHING.values })
  return planOf(blocks.map(unfilled), others.map(unfilled), rows, costs).work <= MOST_WORK
}

/**
 * The tables of some blocks joined into one, beside others: for each set of connectors that those touch too, the
 * greatest, over all ways to fund those that none does, of what the blocks are worth less what those ask (Bertele and
 * Brioschi 1972).
 */
export const joinTables = (
  tables: readonly Factor[],
  others: readonly Unfilled[],
  rows: readonly Row[],
  costs: readonly ConnectorCost[],
): Factor => {
  const rest = others.map(other => ({ ...other, values: NOTHING.values }))
  const { order } = planOf(tables, rest, rows, costs)
  let so: Factor = order[0] ?? NOTHING
  order.slice(1).forEach((table, at) => {
    const step = stepOf(so, table, [...order.slice(at + 2), ...rest], rows, costs)
    so = joined(so, table, step, rows, costs)
  })
  return so
}
