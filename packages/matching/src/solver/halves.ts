import { countFlowVariables } from '../model/flows.ts'
import type { MarketProgram, Row } from '../model/program.ts'
import { bestPacking, bestPackingsByItem, packingsWorth } from './best-packing.ts'
import { branchAndBound } from './branch.ts'
import { createDenseProgram } from './dense-program.ts'
import type { Effort } from './half-lists.ts'
import { isWholeRow, linkingChoices, type KnapsackAnswer } from './knapsack.ts'
import { pricePacking, type Packing, type PackingChoice } from './packing.ts'
import { rowPricesOfTableau } from './safe-bound.ts'

/**
 * A program with few rows. Once its few linking columns are fixed, each of the other columns (the items) only uses units of these
 * rows. All choices of items can then be listed in two halves.
 */
export interface HalvesForm {
  program: MarketProgram
  rows: readonly Row[]
  linking: readonly number[]
  items: readonly number[]
  /** Rows, by index, that have items. */
  limiting: readonly number[]
}

/** With fewer items a search is quick. */
const FEWEST_ITEMS = 16
/** More items cannot be listed. */
const MOST_ITEMS = 60
/** Most linking columns: every choice of them is tried. */
const MOST_LINKING = 8
/** Most work for one question: some seconds. */
const MOST_WORK = 2 ** 28
/** Most rows that have items. */
const MOST_ROWS = 12

/** Divides the columns of a program into items and linking columns; null if it has too few items, or too many of the rest. */
export const findHalvesForm = (program: MarketProgram, fewest = FEWEST_ITEMS): HalvesForm | null => {
  const { columns, rows: written, exact: rows = written, flowing = [] } = program
  if (columns.length > MOST_ITEMS + MOST_LINKING || columns.length < fewest) return null
  if (countFlowVariables(program) > 0 || flowing.length > 0 || !rows.every(isWholeRow)) return null
  if (!columns.every(({ whole, upper, value }) => whole && upper === 1 && Number.isSafeInteger(value)))
    return null
  const isLinking = columns.map(({ value }) => value <= 0)
  for (const { columns: some, coefficients, equal } of rows)
    some.forEach((column, k) => {
      if (equal || coefficients[k]! < 0) isLinking[column] = true
    })
  const [linking, items] = [true, false].map(is => [...columns.keys()].filter(at => isLinking[at] === is))
  const limiting = [...rows.keys()].filter(at => rows[at]!.columns.some(column => !isLinking[column]))
  return linking!.length <= MOST_LINKING && items!.length >= fewest && limiting.length <= MOST_ROWS
    ? { program, rows, linking: linking!, items: items!, limiting }
    : null
}

/** The open question after a choice of the linking columns and required items: which of the other items to take. */
interface Remainder {
  x: Float64Array
  value: number
  /** Items that are taken, because no row can run out of units for them. */
  taken: number[]
  /** Items of which a choice is open, in the order of the packing. */
  open: number[]
  packing: Packing
}

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b))

/**
 * The open question after a choice. Rows in which all open items fit are dropped; the others are divided by the greatest common
 * divisor of their amounts.
 */
const remainderOf = (
  { program: { columns }, rows, limiting }: HalvesForm,
  free: readonly number[],
  x: Float64Array,
  value: number,
): Remainder => {
  const limits = limiting.map(at => {
    const { columns: some, coefficients, limit } = rows[at]!
    const amounts = new Map(some.map((column, k) => [column, coefficients[k]!]))
    return { amounts, room: some.reduce((room, column, k) => room - coefficients[k]! * x[column]!, limit) }
  })
  const fitting = free.filter(item => limits.every(({ amounts, room }) => (amounts.get(item) ?? 0) <= room))
  const binding = limits
    .map(({ amounts, room }) => ({ uses: fitting.map(item => amounts.get(item) ?? 0), room }))
    .filter(({ uses, room }) => uses.reduce((sum, use) => sum + use, 0) > room)
  const isOpen = fitting.map((_, at) => binding.some(({ uses }) => uses[at]! > 0))
  const only = <T>(list: readonly T[]): T[] => list.filter((_, at) => isOpen[at])
  const open = only(fitting)
  const taken = fitting.filter((_, at) => !isOpen[at])
  const divided = binding.map(({ uses, room }) => {
    const divisor = uses.reduce(divisorOf, 0)
    return { uses: only(uses).map(use => use / divisor), room: Math.floor(room / divisor) }
  })
  const packing = {
    values: open.map(item => columns[item]!.value),
    amounts: divided.map(({ uses }) => uses),
    rooms: divided.map(({ room }) => room),
  }
  const more = taken.reduce((sum, item) => sum + columns[item]!.value, 0)
  return { x, value: value + more, taken, open, packing }
}

/** Dual prices of the rows in the relaxation of a packing. */
const relaxedPrices = ({ values, amounts, rooms }: Packing): number[] => {
  const items = [...values.keys()]
  const program: MarketProgram = {
    players: [],
    columns: values.map(value => ({ player: 0, value, whole: true, upper: 1 })),
    rows: amounts.map((uses, row) => ({
      columns: items,
      coefficients: [...uses],
      limit: rooms[row]!,
      equal: false,
    })),
  }
  const dense = createDenseProgram({ program, relaxed: true })
  const prices = rooms.map(() => 0)
  branchAndBound(dense, {
    onRoot: t => {
      const found = rowPricesOfTableau(t)
      dense.rows.forEach((row, at) => {
        const item = row.at[0]!
        prices[at] = ((found.get(row) ?? 0) * row.weights[0]!) / amounts[at]![item]!
      })
    },
  })
  return prices
}

const isFree = (lower: ArrayLike<number>, upper: ArrayLike<number>) => (item: number) =>
  lower[item] === 0 && upper[item] === 1

/** Lists the open questions for all choices of the linking columns within bounds, each priced and with a bound, best bound first. */
const pricedRemainders = (form: HalvesForm) => {
  const choices = linkingChoices({ ...form, knapsacks: [] })
  return (lower: ArrayLike<number>, upper: ArrayLike<number>) => {
    const free = form.items.filter(isFree(lower, upper))
    const found: Remainder[] = []
    choices(lower, upper, [], (x, value) => void found.push(remainderOf(form, free, x.slice(), value)))
    const priced = found.map(one => {
      const its = pricePacking(one.packing, relaxedPrices(one.packing))
      return { ...one, priced: its, bound: its === null ? Infinity : one.value + its.bound / its.scale }
    })
    return priced.toSorted((a, b) => b.bound - a.bound)
  }
}

const withItems = ({ x, taken, open }: Remainder, items: readonly number[]): Float64Array => {
  const choice = x.slice()
  for (const item of taken) choice[item] = 1
  for (const at of items) choice[open[at]!] = 1
  return choice
}

type PricedRemainder = ReturnType<ReturnType<typeof pricedRemainders>>[number]

/** Most packings in the cache. */
const MOST_KEPT = 64

/** Answers open questions with the best choice above a floor; caches answers without a floor, which hold for every other one. */
const createPackingMemory = () => {
  const kept = new Map<string, PackingChoice | null>()
  return (
    { priced, open, packing }: PricedRemainder,
    floor: number,
    effort: Effort,
  ): PackingChoice | null | undefined => {
    if (priced === null) return undefined
    const key = JSON.stringify([open, packing])
    const known = kept.get(key)
    if (known !== undefined) return known !== null && known.value > floor ? known : null
    const found = bestPacking(priced, floor, effort)
    if (floor >= 0 || found === undefined) return found
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(key, found)
    return found
  }
}

/** The only item that is required, if every other column is open; else -1. */
const requiredItem = ({ items }: HalvesForm, lower: ArrayLike<number>, upper: ArrayLike<number>): number => {
  const required = Array.from(lower).flatMap((least, at) => (least > 0 ? [at] : []))
  const isOpen = Array.from(upper).every(most => most === 1)
  return isOpen && required.length === 1 && items.includes(required[0]!) ? required[0]! : -1
}

/**
 * Returns a function that finds the best choice within bounds of 0 and 1: null if there is none, undefined if finding it
 * is too much work. For every choice of the linking columns it lists the choices of both halves of the items. Dual prices
 * say how few units a good choice can leave unused; all sums are of whole numbers, so the answer is exact.
 */
export const createHalvesSolver = (form: HalvesForm) => {
  const { columns } = form.program
  const remainders = pricedRemainders(form)
  const bestOf = createPackingMemory()
  const open = [columns.map(() => 0), columns.map(() => 1)] as const
  let requiring: (KnapsackAnswer | undefined)[] | null = null
  /** For each item the best choice that takes it, if one pass over all choices finds it. */
  const bestRequiring = (effort: Effort): (KnapsackAnswer | undefined)[] => {
    const found: (KnapsackAnswer | undefined)[] = columns.map(() => undefined)
    const [first, second] = remainders(...open)
    if (first === undefined || first.priced === null) return found
    const elsewhere = second?.bound ?? -Infinity
    for (const [at, choice] of bestPackingsByItem(first.priced, effort).entries()) {
      const value = first.value + (choice?.value ?? -Infinity)
      if (choice !== undefined && value >= elsewhere)
        found[first.open[at]!] = { x: withItems(first, choice.items), value }
    }
    return found
  }
  return (
    lower: ArrayLike<number>,
    upper: ArrayLike<number>,
    pulse: () => void,
  ): KnapsackAnswer | null | undefined => {
    const effort = { pulse, left: MOST_WORK }
    const required = requiredItem(form, lower, upper)
    if (required >= 0) {
      const known = (requiring ??= bestRequiring(effort))[required]
      if (known !== undefined) return known
    }
    let best: KnapsackAnswer | null = null
    for (const one of remainders(lower, upper)) {
      if (best !== null && one.bound <= best.value) continue
      const found = bestOf(one, best === null ? -1 : best.value - one.value, effort)
      if (found === undefined) return undefined
      if (found !== null) best = { x: withItems(one, found.items), value: one.value + found.value }
    }
    return best
  }
}

/** All choices of a given value; null if there are more than `most`, or finding them is too much work. */
export const choicesWorth = (
  form: HalvesForm,
  value: number,
  most: number,
  pulse: () => void,
): Float64Array[] | null => {
  const { columns } = form.program
  const [lower, upper] = [columns.map(() => 0), columns.map(() => 1)]
  const effort = { pulse, left: MOST_WORK }
  const all: Float64Array[] = []
  for (const one of pricedRemainders(form)(lower, upper)) {
    if (one.priced === null) return null
    const found = packingsWorth(one.priced, value - one.value, most - all.length, effort)
    if (found === null) return null
    all.push(...found.map(items => withItems(one, items)))
  }
  return all
}
