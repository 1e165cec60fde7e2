import { linkingChoices, type Item, type KnapsackForm } from './knapsack.ts'

/** Values of a column that the tie rule compares: requirements served, projects funded, and its place in the order of changes. */
export interface TieRank {
  served: number
  projects: number
  order: string | null
}

/** The choice that the tie rule selects, the step that decided, and the number of other best choices. */
export interface OrderedChoice {
  x: Float64Array
  decidedBy: 1 | 2 | 3 | 4
  alternatives: number
}

/** For every capacity: best value, most served at that value, and how many choices of items reach these. */
interface TieTable {
  items: readonly Item[]
  values: Float64Array
  served: Int32Array
  /** Choices with the best value, and those that also serve the most; counted up to the limit. */
  ways: Uint8Array
  waysServing: Uint8Array
  taken: Uint8Array[]
  weights: number[]
}

/** Fills a table from the latest item to the earliest, so that reading it backwards takes the earliest it can. */
const tieTable = (
  items: readonly Item[],
  divisor: number,
  capacity: number,
  servedBy: (column: number) => number,
  limit: number,
  pulse: () => void,
): TieTable => {
  const values = new Float64Array(capacity + 1)
  const served = new Int32Array(capacity + 1)
  const ways = new Uint8Array(capacity + 1).fill(1)
  const waysServing = new Uint8Array(capacity + 1).fill(1)
  const weights = items.map(({ weight }) => weight / divisor)
  const taken = items.map(({ value, column }, k) => {
    pulse()
    const weight = weights[k]!
    const serves = servedBy(column)
    const bits = new Uint8Array((capacity >> 3) + 1)
    for (let room = capacity; room >= weight; room -= 1) {
      const rest = room - weight
      const more = values[rest]! + value - values[room]!
      if (more < 0) continue
      ways[room] = more > 0 ? ways[rest]! : Math.min(limit, ways[room]! + ways[rest]!)
      const moreServed = served[rest]! + serves - served[room]!
      if (more === 0 && moreServed < 0) continue
      const isEqual = more === 0 && moreServed === 0
      waysServing[room] = isEqual
        ? Math.min(limit, waysServing[room]! + waysServing[rest]!)
        : waysServing[rest]!
      values[room]! += more
      served[room]! += moreServed
      bits[room >> 3]! |= 1 << (room & 7)
    }
    return bits
  })
  return { items, values, served, ways, waysServing, taken, weights }
}

const earliestFor = ({ items, taken, weights }: TieTable, capacity: number, x: Float64Array): void => {
  let room = capacity
  for (let k = items.length - 1; k >= 0; k -= 1) {
    if (((taken[k]![room >> 3]! >> (room & 7)) & 1) === 0) continue
    x[items[k]!.column] = 1
    room -= weights[k]!
  }
}

/** A choice of the linking columns with the best value. */
interface Leaf {
  x: Float64Array
  rooms: readonly number[]
  served: number
  projects: number
}

const byOrderOf = (ranks: readonly TieRank[]): number[] =>
  [...ranks.keys()].toSorted((a, b) => (ranks[a]!.order! < ranks[b]!.order! ? -1 : 1))

/** The choice with the earliest column, then the next earliest, and so on. */
const earliestOf = (choices: readonly Float64Array[], byOrder: readonly number[]): Float64Array => {
  const isEarlier = (a: Float64Array, b: Float64Array): boolean => {
    const column = byOrder.find(at => a[at] !== b[at])
    return column !== undefined && a[column]! > b[column]!
  }
  return choices.reduce((earliest, one) => (isEarlier(one, earliest) ? one : earliest))
}

const totalOf = (x: Float64Array, ranks: readonly TieRank[], of: 'served' | 'projects'): number =>
  x.reduce((sum, part, column) => sum + part * ranks[column]![of], 0)

/**
 * Of all choices of the best value, the one that the published tie rule selects; null if columns have no place in the
 * order. Others are counted up to `most`.
 */
export const chooseByTieRule = (
  choices: readonly Float64Array[],
  ranks: readonly TieRank[],
  most: number,
): OrderedChoice | null => {
  if (choices.length === 0 || ranks.some(({ order }) => order === null)) return null
  const served = choices.map(x => totalOf(x, ranks, 'served'))
  const servesMost = served.reduce((a, b) => Math.max(a, b))
  const serving = choices.filter((_, at) => served[at] === servesMost)
  const projects = serving.map(x => totalOf(x, ranks, 'projects'))
  const fundsLeast = projects.reduce((a, b) => Math.min(a, b))
  const funding = serving.filter((_, at) => projects[at] === fundsLeast)
  const decidedBy = choices.length === 1 ? 1 : serving.length === 1 ? 2 : funding.length === 1 ? 3 : 4
  return {
    x: earliestOf(funding, byOrderOf(ranks)),
    decidedBy,
    alternatives: Math.min(most, choices.length - 1),
  }
}

/**
 * The best choice in the order of the published tie rule, from tables alone; null if columns have no place in the
 * order. Other best choices are counted up to `most`.
 */
export const knapsackChoiceByTieRule = (
  form: KnapsackForm,
  ranks: readonly TieRank[],
  most: number,
  pulse: () => void,
): OrderedChoice | null => {
  const { program, knapsacks } = form
  if (ranks.some(({ order }) => order === null)) return null
  if (knapsacks.some(({ items }) => items.some(({ column }) => ranks[column]!.projects > 0))) return null
  const limit = most + 1
  const byOrder = byOrderOf(ranks)
  const place = new Map(byOrder.map((column, at) => [column, at]))
  const tables = knapsacks.map(({ items, divisor, capacity }) =>
    tieTable(
      items.toSorted((a, b) => place.get(b.column)! - place.get(a.column)!),
      divisor,
      capacity,
      column => ranks[column]!.served,
      limit,
      pulse,
    ),
  )
  const total = (x: Float64Array, of: 'served' | 'projects'): number => totalOf(x, ranks, of)
  const count = (leaves: readonly Leaf[], of: 'ways' | 'waysServing'): number =>
    leaves.reduce(
      (sum, { rooms }) =>
        Math.min(limit, sum + tables.reduce((product, table, k) => product * table[of][rooms[k]!]!, 1)),
      0,
    )
  let best = -Infinity
  let equal: Leaf[] = []
  const [lower, upper] = [program.columns.map(() => 0), program.columns.map(() => 1)]
  linkingChoices(form)(
    lower,
    upper,
    knapsacks.map(({ capacity }) => capacity),
    (x, value, rooms) => {
      const sum = tables.reduce((all, { values }, k) => all + values[rooms[k]!]!, value)
      if (sum < best) return
      if (sum > best) equal = []
      best = sum
      const served = tables.reduce((all, table, k) => all + table.served[rooms[k]!]!, total(x, 'served'))
      equal.push({ x: x.slice(), rooms, served, projects: total(x, 'projects') })
    },
  )
  const servesMost = Math.max(...equal.map(({ served }) => served))
  const serving = equal.filter(({ served }) => served === servesMost)
  const fundsLeast = Math.min(...serving.map(({ projects }) => projects))
  const funding = serving.filter(({ projects }) => projects === fundsLeast)
  const choices = funding.map(({ x, rooms }) => {
    for (const [k, table] of tables.entries()) earliestFor(table, rooms[k]!, x)
    return x
  })
  const x = earliestOf(choices, byOrder)
  const ways = count(equal, 'ways')
  const decidedBy =
    ways === 1 ? 1 : count(serving, 'waysServing') === 1 ? 2 : count(funding, 'waysServing') === 1 ? 3 : 4
  return { x, decidedBy, alternatives: ways - 1 }
}
