import { countFlowVariables } from '../model/flows.ts'
import type { MarketProgram, Row } from '../model/program.ts'

/** A column that only one row limits. */
export interface Item {
  column: number
  weight: number
  value: number
}

/** A row with many items of one owner, and the greatest whole number by which all their weights can be divided. */
interface Knapsack {
  row: number
  items: Item[]
  divisor: number
  /** Most that the row can ever leave for the items, divided. */
  capacity: number
}

/**
 * A program that is a few knapsacks once a few columns are decided: those that supply the rows, and all that more than
 * one row limits.
 */
export interface KnapsackForm {
  program: MarketProgram
  rows: readonly Row[]
  linking: readonly number[]
  knapsacks: readonly Knapsack[]
}

/** A question that takes more nodes than this is answered from tables instead. */
export const MAX_NODES_BEFORE_TABLES = 1_000

/** With fewer columns of one owner in a row, searching is quick. */
const FEWEST_ITEMS = 12
/** Limit of columns of which every choice is tried. */
const MOST_LINKING = 12
/** Limits of a table: its cells, and those of all items. */
const MOST_CAPACITY = 2 ** 23
const MOST_CELLS = 2 ** 29

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b))

/** True if all numbers of a row are whole, so that sums are exact. */
export const isWholeRow = ({ coefficients, limit }: Row): boolean =>
  Number.isSafeInteger(limit) && coefficients.every(Number.isSafeInteger)

const knapsackOf = (row: Row, at: number, items: Item[]): Knapsack => {
  const divisor = items.reduce((common, { weight }) => divisorOf(common, weight), 0)
  const supplied = row.coefficients.reduce((sum, amount) => sum - Math.min(0, amount), row.limit)
  const needed = items.reduce((sum, { weight }) => sum + weight, 0)
  return { row: at, items, divisor, capacity: Math.max(0, Math.floor(Math.min(needed, supplied) / divisor)) }
}

/** Finds the knapsacks of a program; null if it has none, or too much besides them, or their tables are too large. */
export const findKnapsackForm = (program: MarketProgram, fewest = FEWEST_ITEMS): KnapsackForm | null => {
  const { columns, rows: written, exact: rows = written, flowing = [] } = program
  if (countFlowVariables(program) > 0 || flowing.length > 0 || !rows.every(isWholeRow)) return null
  if (!columns.every(({ whole, upper, value }) => whole && upper === 1 && Number.isSafeInteger(value)))
    return null
  const touching = columns.map((): number[] => [])
  for (const [at, row] of rows.entries()) for (const column of row.columns) touching[column]!.push(at)
  const owned = new Map<string, Item[]>()
  for (const [column, { value, player }] of columns.entries()) {
    const [at, another] = touching[column]!
    if (at === undefined || another !== undefined || value <= 0 || rows[at]!.equal) continue
    const weight = rows[at]!.coefficients[rows[at]!.columns.indexOf(column)]!
    if (weight <= 0) continue
    const key = `${at} ${player}`
    owned.set(key, [...(owned.get(key) ?? []), { column, weight, value }])
  }
  const byRow = new Map<number, Item[]>()
  for (const items of owned.values()) {
    const at = touching[items[0]!.column]![0]!
    if (items.length >= fewest) byRow.set(at, [...(byRow.get(at) ?? []), ...items])
  }
  const knapsacks = [...byRow].map(([at, items]) => knapsackOf(rows[at]!, at, items))
  const inside = new Set(knapsacks.flatMap(({ items }) => items.map(({ column }) => column)))
  const linking = [...columns.keys()].filter(column => !inside.has(column))
  const isSmall = knapsacks.every(
    ({ capacity, items }) => capacity <= MOST_CAPACITY && capacity * items.length <= MOST_CELLS,
  )
  return knapsacks.length > 0 && linking.length <= MOST_LINKING && isSmall
    ? { program, rows, linking, knapsacks }
    : null
}

/** Best value of some items for every capacity, and for each item at which capacities it is taken. */
interface Table {
  columns: number[]
  values: Float64Array
  taken: Uint8Array[]
  weights: number[]
}

const EMPTY: Table = { columns: [], values: new Float64Array(1), taken: [], weights: [] }

/** Fills the table of some items by dynamic programming (Bellman 1957), in whole pence. */
const tableOf = (items: readonly Item[], divisor: number, capacity: number, pulse: () => void): Table => {
  const values = new Float64Array(capacity + 1)
  const weights = items.map(({ weight }) => weight / divisor)
  const taken = items.map(({ value }, k) => {
    pulse()
    const weight = weights[k]!
    const bits = new Uint8Array((capacity >> 3) + 1)
    for (let room = capacity; room >= weight; room -= 1) {
      const more = values[room - weight]! + value
      if (more <= values[room]!) continue
      values[room] = more
      bits[room >> 3]! |= 1 << (room & 7)
    }
    return bits
  })
  return { columns: items.map(({ column }) => column), values, taken, weights }
}

/** Columns that the best choice for a capacity takes. */
const takenFor = ({ columns, taken, weights }: Table, capacity: number): number[] => {
  let room = capacity
  const found: number[] = []
  for (let k = columns.length - 1; k >= 0; k -= 1) {
    if (((taken[k]![room >> 3]! >> (room & 7)) & 1) === 0) continue
    found.push(columns[k]!)
    room -= weights[k]!
  }
  return found
}

/** Receives a choice of linking columns and required items, its value, and the units it leaves in each knapsack. */
type LinkingVisitor = (x: Float64Array, value: number, rooms: readonly number[]) => void

/**
 * Returns a function that visits every choice of the linking columns within bounds that meets all rows. Of the
 * units left in each knapsack it reports at most `most`.
 */
export const linkingChoices = ({
  program: { columns },
  rows,
  linking,
  knapsacks,
}: Pick<KnapsackForm, 'program' | 'rows' | 'linking' | 'knapsacks'>) => {
  const amounts = columns.map((): [number, number][] => [])
  for (const [at, row] of rows.entries())
    row.columns.forEach((column, k) => amounts[column]!.push([at, row.coefficients[k]!]))
  return (
    lower: ArrayLike<number>,
    upper: ArrayLike<number>,
    most: readonly number[],
    visit: LinkingVisitor,
  ): void => {
    const room = rows.map(({ limit }) => limit)
    const x = new Float64Array(columns.length)
    const take = (column: number, side: 1 | -1): number => {
      x[column] = side === 1 ? 1 : 0
      for (const [at, amount] of amounts[column]!) room[at]! -= side * amount
      return side * columns[column]!.value
    }
    let start = 0
    for (const column of columns.keys()) if (lower[column] === 1) start += take(column, 1)
    const open = linking.filter(column => lower[column] === 0 && upper[column] === 1)
    const decide = (depth: number, value: number): void => {
      if (depth < open.length) {
        decide(depth + 1, value)
        const more = value + take(open[depth]!, 1)
        decide(depth + 1, more)
        take(open[depth]!, -1)
      } else if (rows.every(({ equal }, at) => (equal ? room[at] === 0 : room[at]! >= 0)))
        visit(
          x,
          value,
          knapsacks.map(({ row, divisor }, k) => Math.min(most[k]!, Math.floor(room[row]! / divisor))),
        )
    }
    decide(0, start)
  }
}

/** The best choice of columns, and its value in pence. */
export interface KnapsackAnswer {
  x: Float64Array
  value: number
}

/** Limit of tables kept for one knapsack. */
const MOST_TABLES = 2

/**
 * Returns a function that finds the best choice within bounds of 0 and 1 exactly: it tries every choice of the linking
 * columns, and reads from a table what the knapsacks then bring. Null if there is none. No floating point is involved
 * but sums of whole pence.
 */
export const createKnapsackSolver = (form: KnapsackForm) => {
  const { program, knapsacks } = form
  const { columns } = program
  const tables = knapsacks.map(() => new Map<string, Table>())
  const choices = linkingChoices(form)
  const tableFor = (at: number, items: readonly Item[], pulse: () => void): Table => {
    if (items.length === 0) return EMPTY
    const key = items.map(({ column }) => column).join()
    const known = tables[at]!
    const table = known.get(key) ?? tableOf(items, knapsacks[at]!.divisor, knapsacks[at]!.capacity, pulse)
    if (known.size >= MOST_TABLES && !known.has(key)) known.delete([...known.keys()].at(-1)!)
    known.set(key, table)
    return table
  }
  const best = (
    lower: ArrayLike<number>,
    upper: ArrayLike<number>,
    used: readonly Table[],
  ): KnapsackAnswer | null => {
    const most = used.map(({ values }) => values.length - 1)
    let found: KnapsackAnswer | null = null
    choices(lower, upper, most, (x, value, rooms) => {
      let sum = value
      for (const [k, { values }] of used.entries()) sum += values[rooms[k]!]!
      if (found !== null && sum <= found.value) return
      found = { x: x.slice(), value: sum }
      for (const [k, table] of used.entries())
        for (const column of takenFor(table, rooms[k]!)) found.x[column] = 1
    })
    return found
  }
  return (lower: ArrayLike<number>, upper: ArrayLike<number>, pulse: () => void): KnapsackAnswer | null => {
    const itemsOf = (mayBeForced: boolean): Item[][] =>
      knapsacks.map(({ items }) =>
        items.filter(({ column }) => upper[column] === 1 && (mayBeForced || lower[column] === 0)),
      )
    const isForced = (column: number): boolean => lower[column] === 1
    const all = itemsOf(true)
    if (all.flat().some(({ column }) => isForced(column))) {
      // With forced items in the table too, the answer is a bound; it is exact if it takes none of them twice.
      const free = all.map((items, at) => tableFor(at, items, pulse))
      const bound = best(lower, upper, free)
      if (bound === null) return null
      const value = columns.reduce((sum, column, at) => sum + column.value * bound.x[at]!, 0)
      if (value === bound.value) return bound
    }
    return best(
      lower,
      upper,
      itemsOf(false).map((items, at) => tableFor(at, items, pulse)),
    )
  }
}
