import { createIncrementalMaxFlow } from './carrying.ts'
import { totalContractedValue, type MarketProgram } from './program.ts'

/** A row or node in which a column supplies or needs something. */
interface Place {
  at: number
  node: number
  amount: number
}

/** Entries of each column in some rows or nodes. */
const placesOf = (columns: number, entries: Iterable<readonly [number, Place]>): Place[][] => {
  const places = Array.from({ length: columns }, (): Place[] => [])
  for (const [column, place] of entries) places[column]!.push(place)
  return places
}

const MOST_PASSES = 3
const UNLIKELY = 1e-6

/**
 * Finds a feasible choice of a part without solving anything: funds everything, takes the bids that pay most for what
 * they need one by one while a flow can serve them, then drops the projects that cost more than they enable. Sums are
 * whole numbers, so nothing depends on a tolerance. Columns in an equation stay out. `pulse` may throw to cancel.
 */
export const findGreedyChoice = (
  program: MarketProgram,
  pulse: () => void,
  guide?: ArrayLike<number>,
): Float64Array => {
  const { columns, rows, blocks = [] } = program
  const x = new Float64Array(columns.length)
  const tied = new Set(rows.filter(({ equal }) => equal).flatMap(row => row.columns))
  const sums = rows.map(({ limit }) => -limit)
  const carried = blocks.map(createIncrementalMaxFlow)
  const inRows = placesOf(
    columns.length,
    rows.flatMap((row, at) =>
      row.columns.map((column, node) => [column, { at, node, amount: row.coefficients[node]! }] as const),
    ),
  )
  const nodesOf = (of: (block: (typeof blocks)[number]) => readonly ReadonlyMap<number, number>[]) =>
    placesOf(
      columns.length,
      blocks.flatMap((block, at) =>
        of(block).flatMap((amounts, node) =>
          [...amounts].map(([column, amount]) => [column, { at, node, amount }] as const),
        ),
      ),
    )
  const needs = nodesOf(block => block.needs.map(({ amounts }) => amounts))
  const supplies = nodesOf(block => block.supplies)
  const price = columns.map(({ value }, at) => {
    const amounts = [...inRows[at]!, ...needs[at]!].map(({ amount }) => amount)
    return value / Math.max(1, ...amounts)
  })
  const cheapestOf = (among: Iterable<number>): number | undefined =>
    [...among].filter(column => x[column] === 1).toSorted((a, b) => price[a]! - price[b]!)[0]

  const count = (column: number, sign: 1 | -1): void => {
    x[column] = sign === 1 ? 1 : 0
    for (const { at, amount } of inRows[column]!) sums[at]! += sign * amount
  }
  const take = (column: number): boolean => {
    if (inRows[column]!.some(({ at, amount }) => amount > 0 && sums[at]! + amount > 0)) return false
    const failed = needs[column]!.findIndex(({ at, node, amount }) => !carried[at]!.want(node, amount))
    if (failed >= 0) {
      for (const { at, node, amount } of needs[column]!.slice(0, failed + 1))
        carried[at]!.release(node, amount)
      return false
    }
    for (const { at, node, amount } of supplies[column]!) carried[at]!.bring(node, amount)
    count(column, 1)
    return true
  }
  /** Takes out a column and whatever cannot stay without it; returns all columns taken out. */
  const drop = (column: number): number[] => {
    const gone = [column]
    count(column, -1)
    for (const { at, node, amount } of needs[column]!) carried[at]!.release(node, amount)
    const dropCheapest = (among: Iterable<number>): boolean => {
      const cheapest = cheapestOf(among)
      if (cheapest !== undefined) gone.push(...drop(cheapest))
      return cheapest !== undefined
    }
    for (const { at } of inRows[column]!) {
      const taking = rows[at]!.columns.filter((_, k) => rows[at]!.coefficients[k]! > 0)
      while (sums[at]! > 0 && dropCheapest(taking));
    }
    for (const { at, node, amount } of supplies[column]!)
      for (const need of carried[at]!.remove(node, amount))
        dropCheapest(blocks[at]!.needs[need]!.amounts.keys())
    return gone
  }
  const worth = (of: readonly number[]): number => of.reduce((sum, column) => sum + columns[column]!.value, 0)

  const all = [...columns.keys()].filter(column => !tied.has(column) && columns[column]!.upper >= 1)
  const likely = (column: number): number => guide?.[column] ?? 1
  const projects = all
    .filter(column => columns[column]!.value <= 0 && likely(column) > UNLIKELY)
    .toSorted((a, b) => likely(a) - likely(b))
  const bids = all
    .filter(column => columns[column]!.value > 0)
    .toSorted((a, b) => likely(b) - likely(a) || price[b]! - price[a]!)
  for (const column of [...projects, ...bids]) {
    pulse()
    take(column)
  }
  for (let pass = 0, changed = true; changed && pass < MOST_PASSES; pass += 1) {
    changed = false
    for (const column of projects) {
      if (x[column] === 0 || columns[column]!.value === 0) continue
      pulse()
      const gone = drop(column)
      if (worth(gone) < 0) changed = true
      else for (const other of gone) take(other)
    }
    for (const column of bids) if (x[column] === 0) take(column)
  }
  return totalContractedValue(program, x) > 0 ? x : new Float64Array(columns.length)
}
