import type { Component } from './components.ts'
import { unitAmountsOf } from './parts.ts'
import { fullItemValue } from './round.ts'

/** A sum of columns between two limits; either may be missing. */
export interface MilpRow {
  columns: number[]
  weights: number[]
  least?: number
  most?: number
}

/** A mixed-integer program to maximise. */
export interface Milp {
  gains: number[]
  lower: number[]
  upper: number[]
  isInteger: boolean[]
  rows: MilpRow[]
}

/** The solver gets money in pounds. */
export const PENCE_PER_POUND = 100

const put = (milp: Milp, gain: number, upper: number, isInteger = false): number => {
  milp.gains.push(gain)
  milp.lower.push(0)
  milp.upper.push(upper)
  milp.isInteger.push(isInteger)
  return milp.gains.length - 1
}

const total = (amounts: ReadonlyMap<number, number>): number =>
  [...amounts.values()].reduce((sum, amount) => sum + amount, 0)

/** Flows between the nodes of a period: into every need what it takes, out of every supply what is funded. */
const flowRows = (milp: Milp, { needs, supplies }: Component['networks'][number]): void => {
  const out = supplies.map((): { columns: number[]; weights: number[]; most: number } => ({
    columns: [],
    weights: [],
    most: 0,
  }))
  const asked = needs.map(({ amounts }) => total(amounts))
  const scales = supplies.map((_, supply) =>
    Math.max(...needs.map(({ from }, need) => (from.includes(supply) ? asked[need]! : 0))),
  )
  needs.forEach(({ amounts, from }, need) => {
    const row: MilpRow = { columns: [], weights: [], least: 0 }
    for (const [item, amount] of amounts) {
      row.columns.push(item)
      row.weights.push(-amount / asked[need]!)
    }
    for (const supply of from) {
      const flow = put(milp, 0, 1)
      row.columns.push(flow)
      row.weights.push(1)
      out[supply]!.columns.push(flow)
      out[supply]!.weights.push(asked[need]! / scales[supply]!)
    }
    milp.rows.push(row)
  })
  supplies.forEach((amounts, supply) => {
    const reach = needs.reduce((sum, { from }, need) => (from.includes(supply) ? sum + asked[need]! : sum), 0)
    const row = out[supply]!
    for (const [item, amount] of amounts) {
      row.columns.push(item)
      row.weights.push(-Math.min(amount, reach) / scales[supply]!)
    }
    milp.rows.push(row)
  })
}

/** A period with every need and every supply as its own node. */
const splitUp = ({ at, needs, supplies }: Component['networks'][number]): Component['networks'][number] => {
  const single = (amounts: ReadonlyMap<number, number>) => [...amounts].map(one => new Map([one]))
  const places: number[][] = []
  const apart = supplies.flatMap(amounts => {
    const own = single(amounts)
    const first = places.flat().length
    places.push(own.map((_, place) => first + place))
    return own
  })
  return {
    at,
    needs: needs.flatMap(({ amounts, from }) =>
      single(amounts).map(one => ({ amounts: one, from: from.flatMap(node => places[node]!) })),
    ),
    supplies: apart,
  }
}

/** Strong rows: the part that an item wins is at most the part that its funded supplies can bring. */
const strongRows = ({ networks, items }: Component): MilpRow[] => {
  const rows = new Map<string, MilpRow>()
  for (const { needs, supplies } of networks)
    for (const { amounts, from } of needs) {
      const reach = new Map<number, number>()
      for (const supply of from)
        for (const [item, amount] of supplies[supply]!) reach.set(item, (reach.get(item) ?? 0) + amount)
      for (const [item, need] of amounts) {
        if (items[item]!.projects.length > 0) continue
        const columns = [item, ...reach.keys()]
        const weights = [1, ...[...reach.values()].map(amount => -Math.min(1, amount / need))]
        rows.set(`${columns.join()} ${weights.join()}`, { columns, weights, most: 0 })
      }
    }
  return [...rows.values()]
}

/** Whole units of one kind that a divided way to win contracts, as a column. */
export interface UnitColumn {
  column: number
  /** Its index among all such columns. */
  index: number
  wanted: number
}

/** A divided way to win, with the part of its bid that is due, and the units from which it follows. */
export interface PartialWin {
  place: number
  bid: number
  due: number
  units: UnitColumn[]
}

/**
 * For each divided item, adds columns for the whole units that its part contracts, and for the part of the bid due for
 * them, which replaces the item's own value in the objective.
 */
const roundedColumns = (milp: Milp, { items }: Component): PartialWin[] => {
  let index = 0
  return items.flatMap((item, place) => {
    if (item.isWhole) return []
    milp.gains[place] = 0
    return item.ways.map(way => {
      const due = put(milp, way.bid / PENCE_PER_POUND, 1)
      const units = unitAmountsOf(way).map(wanted => {
        const column = put(milp, 0, wanted, true)
        milp.rows.push({ columns: [column, place], weights: [1 / wanted, -1], most: 0 })
        milp.rows.push({ columns: [due, column], weights: [1, -1 / wanted], most: 0 })
        index += 1
        return { column, index: index - 1, wanted }
      })
      return { place, bid: way.bid, due, units }
    })
  })
}

/**
 * A component as a mixed-integer program with a flow for every pair of nodes and period, unlike the engine's
 * formulation: items come first, then flows. Rounded: the objective is the money due for whole units. Split: every
 * need and supply is its own node, which is larger but has amounts of one size in every row of a need.
 */
export const toMilp = (
  component: Component,
  isRounded: boolean,
  isSplit: boolean,
): { milp: Milp; divided: PartialWin[] } => {
  const milp: Milp = { gains: [], lower: [], upper: [], isInteger: [], rows: [] }
  for (const item of component.items) put(milp, fullItemValue(item) / PENCE_PER_POUND, 1, item.isWhole)
  for (const network of component.networks) flowRows(milp, isSplit ? splitUp(network) : network)
  milp.rows.push(...strongRows(component))
  for (const { items, weights, isEqual } of component.limits)
    milp.rows.push({
      columns: [...items],
      weights: [...weights],
      most: isEqual ? 0 : 1,
      ...(isEqual && { least: 0 }),
    })
  return { milp, divided: isRounded ? roundedColumns(milp, component) : [] }
}
