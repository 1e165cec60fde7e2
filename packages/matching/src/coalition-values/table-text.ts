import { createNumberReader, createNumberWriter } from './numbers-text.ts'

/** One interval of a table: every set between `used` and `members` has the value. */
export type ValueInterval = [members: number, used: number, value: number]

/** The bits of a set that are among those of another one, moved together. */
const packBits = (set: number, among: number): number => {
  let packed = 0
  let place = 1
  for (let rest = among; rest !== 0; rest &= rest - 1) {
    if ((set & rest & -rest) !== 0) packed += place
    place *= 2
  }
  return packed
}

const unpackBits = (packed: number, among: number): number => {
  let set = 0
  let left = packed
  for (let rest = among; rest !== 0; rest &= rest - 1) {
    if (left % 2 === 1) set |= rest & -rest
    left = Math.floor(left / 2)
  }
  return set
}

/**
 * The value to expect of a set from larger ones: if two members that it lacks, the lowest, added what each adds when the
 * other one is there.
 */
const expectedValue = (table: Float64Array, members: number): number => {
  const missing = (table.length - 1) & ~members
  if (missing === 0) return 0
  const one = missing & -missing
  const rest = missing & ~one
  if (rest === 0) return table[members | one]!
  const other = rest & -rest
  return table[members | one]! + table[members | other]! - table[members | one | other]!
}

/**
 * The values of all sets as intervals, largest sets first, each minus `less`; null if there are more than `most`. If a set
 * keeps its value without some members, so does every set between, because one more member never lowers a value.
 */
export const intervalsOfTable = (
  values: Float64Array,
  less: number,
  most: number,
): ValueInterval[] | null => {
  const told = new Uint8Array(values.length)
  const intervals: ValueInterval[] = []
  for (let members = values.length - 1; members >= 0; members -= 1) {
    if (told[members] === 1) continue
    if (intervals.length === most) return null
    const value = values[members]!
    let used = members
    for (let rest = members; rest !== 0; rest &= rest - 1)
      if (values[used & ~(rest & -rest)] === value) used &= ~(rest & -rest)
    const idle = members & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      told[used | some] = 1
      if (some === 0) break
    }
    intervals.push([members, used, value - less])
  }
  return intervals
}

/**
 * A table as text: for each of its intervals, in their order, the members that it can lose, as bits among its members, and
 * the difference of its value from the expected one. The largest set of an interval needs no place: it is the largest that
 * no earlier interval has.
 */
export const writeTable = (intervals: Iterable<ValueInterval>, bits: number): string => {
  const { write, text } = createNumberWriter()
  const table = new Float64Array(2 ** bits)
  for (const [members, used, value] of intervals) {
    const idle = members & ~used
    write(packBits(idle, members))
    write(value - expectedValue(table, members))
    for (let some = idle; ; some = (some - 1) & idle) {
      table[used | some] = value
      if (some === 0) break
    }
  }
  return text()
}

/** Reads a table that `writeTable` wrote. Throws if the text is not one. */
export const readTable = (text: string, bits: number): Float64Array => {
  const { read } = createNumberReader(text)
  const table = new Float64Array(2 ** bits).fill(Number.NaN)
  for (let members = table.length - 1; members >= 0; members -= 1) {
    if (!Number.isNaN(table[members])) continue
    const idle = unpackBits(read(), members)
    const value = expectedValue(table, members) + read()
    for (let some = idle; ; some = (some - 1) & idle) {
      table[(members & ~idle) | some] = value
      if (some === 0) break
    }
  }
  return table
}
