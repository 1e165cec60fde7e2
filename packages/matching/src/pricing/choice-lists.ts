import type { MarketProgram } from '../model/program.ts'
import type { WholeRows } from './whole-rows.ts'

/** Choices of some columns that use the same owners, those with the greatest value first. */
export interface ChoiceList {
  values: Float64Array
  /** For each choice, what it takes of every row. */
  amounts: Float64Array
  /** For each row, the least that a choice takes. */
  least: Float64Array
}

/** Columns that are always present, and those of each owner. */
export interface ChoiceGroups {
  always: readonly number[]
  of: readonly (readonly number[])[]
  /** Bit mask of the owners who may use none of these columns, because they have divisible bids. */
  mayUseNone: number
}

/** Some choices: their values, and for each what it takes of every row. */
type Choices = Pick<ChoiceList, 'values' | 'amounts'>

/** Each of some choices together with each of others, if both fit into every row; in order. */
const joinedChoices = (one: Choices, other: Choices, room: Float64Array): Choices => {
  const rows = room.length
  const most = one.values.length * other.values.length
  const values = new Float64Array(most)
  const amounts = new Float64Array(most * rows)
  let many = 0
  for (let i = 0; i < one.values.length; i += 1)
    for (let j = 0; j < other.values.length; j += 1) {
      let fits = true
      for (let row = 0; row < rows && fits; row += 1) {
        const amount = one.amounts[i * rows + row]! + other.amounts[j * rows + row]!
        amounts[many * rows + row] = amount
        fits = amount <= room[row]!
      }
      if (!fits) continue
      values[many] = one.values[i]! + other.values[j]!
      many += 1
    }
  return { values: values.subarray(0, many), amounts: amounts.subarray(0, many * rows) }
}

/** Sorts choices, and finds the least that one takes of each row. */
const listOf = ({ values, amounts }: Choices, rows: number): ChoiceList => {
  const order = Int32Array.from(values.keys()).toSorted((i, j) => values[j]! - values[i]!)
  const sorted = new Float64Array(amounts.length)
  const least = new Float64Array(rows).fill(Infinity)
  order.forEach((at, place) => {
    const own = amounts.subarray(at * rows, (at + 1) * rows)
    sorted.set(own, place * rows)
    for (let row = 0; row < rows; row += 1) least[row] = Math.min(least[row]!, own[row]!)
  })
  return { values: Float64Array.from(order, at => values[at]!), amounts: sorted, least }
}

/** Limit of numbers in all lists of a program, for memory: 64 megabytes. */
const MOST_NUMBERS = 2 ** 23

/**
 * Returns a function that lists the choices of the columns that are always present and those of some owners, a bit each,
 * who all use one at least; null if there are more than `most`. Those that break a row whatever the other columns do are
 * left out. Lists are remembered.
 */
export const createChoiceLists = (
  program: MarketProgram,
  { limits, of }: WholeRows,
  groups: ChoiceGroups,
  most: number,
): ((owners: number) => ChoiceList | null) => {
  const rows = limits.length
  const unlimited = new Float64Array(rows).fill(Infinity)
  /** Room of each row if all columns that supply are taken, but those of some groups. */
  const roomBeside = (listed: readonly (readonly number[])[]): Float64Array => {
    const room = limits.slice()
    for (const [column, { rows: touched, amounts }] of of.entries())
      if (!listed.some(group => group.includes(column)))
        touched.forEach((row, k) => (room[row]! -= Math.min(0, amounts[k]!)))
    return room
  }
  /** A column left, and taken. */
  const bothWays = (column: number): Choices => {
    const amounts = new Float64Array(2 * rows)
    of[column]!.rows.forEach((row, k) => (amounts[rows + row]! += of[column]!.amounts[k]!))
    return { values: Float64Array.of(0, program.columns[column]!.value), amounts }
  }
  const choicesOf = (columns: readonly number[]): Choices | null => {
    if (2 ** columns.length > most) return null
    let choices: Choices = { values: new Float64Array(1), amounts: new Float64Array(rows) }
    for (const column of columns) choices = joinedChoices(choices, bothWays(column), unlimited)
    return choices
  }
  const options = groups.of.map((columns, owner) => {
    const choices = choicesOf(columns)
    if (((groups.mayUseNone >> owner) & 1) === 1) return choices
    return choices && { values: choices.values.subarray(1), amounts: choices.amounts.subarray(rows) }
  })
  const always = choicesOf(groups.always)
  const known = new Map<number, ChoiceList | null>([[0, always && listOf(always, rows)]])
  let numbers = 0
  const made = (owners: number): ChoiceList | null => {
    const last = 31 - Math.clz32(owners)
    const [others, own] = [look(owners & ~(1 << last)), options[last]!]
    if (others === null || own === null || others.values.length * own.values.length > most) return null
    const listed = [groups.always, ...groups.of.filter((_, bit) => (owners >> bit) & 1)]
    const choices = joinedChoices(others, own, roomBeside(listed))
    numbers += choices.amounts.length
    return numbers > MOST_NUMBERS ? null : listOf(choices, rows)
  }
  const look = (owners: number): ChoiceList | null => {
    const before = known.get(owners)
    if (before !== undefined) return before
    const list = made(owners)
    known.set(owners, list)
    return list
  }
  return look
}
