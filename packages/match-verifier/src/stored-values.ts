import type { RecordedBlockValues, RecordedComponentValues } from './shapes/audit-shape.ts'
import type { MatchResult, StoredComponentValues } from './shapes/result-shape.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Value of each character by its code; 64 for one that is no digit. */
const DIGIT = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = ALPHABET.indexOf(String.fromCharCode(code))
  return at < 0 ? 64 : at
})
/** Limits of a table that is read: sets of so many bits, and numbers of so many digits of five bits. */
const MOST_BITS = 22
const MOST_DIGITS = 11

/** A text that is not a table or a list of values. */
class UnreadableText extends Error {}

/** The numbers of a text, one after the other. */
const numbersIn = (text: string) => {
  let at = 0
  const next = (): number => {
    let number = 0
    for (let digits = 0; digits < MOST_DIGITS; digits += 1) {
      const digit = at < text.length ? (DIGIT[text.charCodeAt(at)] ?? 64) : 64
      if (digit === 64) throw new UnreadableText()
      at += 1
      number += (digit % 32) * 32 ** digits
      if (digit < 32) return number % 2 === 1 ? -(number + 1) / 2 : number / 2
    }
    throw new UnreadableText()
  }
  return { next, hasMore: () => at < text.length }
}

/** Members of a set that can leave it, from their bits among its members. */
const idleMembers = (packed: number, members: number): number => {
  let idle = 0
  let left = packed
  for (let bit = 1; bit <= members && left > 0; bit *= 2)
    if ((members & bit) !== 0) {
      if (left % 2 === 1) idle += bit
      left = Math.floor(left / 2)
    }
  if (left !== 0) throw new UnreadableText()
  return idle
}

/** Value to expect of a set, from the values of the sets with one or both of the two lowest members that it lacks. */
const expected = (table: Float64Array, members: number): number => {
  const lacking: number[] = []
  for (let bit = 1; bit < table.length && lacking.length < 2; bit *= 2)
    if ((members & bit) === 0) lacking.push(bit)
  const [one, other] = lacking
  if (one === undefined) return 0
  if (other === undefined) return table[members + one]!
  return table[members + one]! + table[members + other]! - table[members + one + other]!
}

/** A table as the intervals of an audit, largest sets first. */
const intervalsIn = (text: string, bits: number): RecordedBlockValues['values'] => {
  if (bits > MOST_BITS) throw new UnreadableText()
  const { next, hasMore } = numbersIn(text)
  const table = new Float64Array(2 ** bits).fill(Number.NaN)
  const intervals: RecordedBlockValues['values'] = []
  for (let members = table.length - 1; members >= 0; members -= 1) {
    if (!Number.isNaN(table[members])) continue
    const packed = next()
    if (packed < 0) throw new UnreadableText()
    const idle = idleMembers(packed, members)
    const value = expected(table, members) + next()
    if (!Number.isSafeInteger(value)) throw new UnreadableText()
    for (let some = idle; ; some = (some - 1) & idle) {
      table[members - idle + some] = value
      if (some === 0) break
    }
    intervals.push([members, members - idle, value])
  }
  if (hasMore()) throw new UnreadableText()
  return intervals
}

/** Values by kinds, each of which is stored as its difference from the one before. */
const valuesIn = (text: string): number[] => {
  const { next, hasMore } = numbersIn(text)
  const values: number[] = []
  while (hasMore()) values.push((values.at(-1) ?? 0) + next())
  if (!values.every(Number.isSafeInteger)) throw new UnreadableText()
  return values
}

const partOf = (
  { winners, blocks, kinds }: StoredComponentValues,
  batches: number | null,
): RecordedComponentValues => {
  if (batches !== null && blocks !== null) throw new UnreadableText()
  return {
    winners,
    blocks:
      blocks?.map(block => ({
        connectors: block.connectors,
        winners: block.winners,
        values: intervalsIn(block.values, block.connectors.length + block.winners.length),
      })) ?? null,
    kinds: kinds && { members: kinds.members, values: valuesIn(kinds.values) },
    sampled: batches === null ? null : { winners, connectors: [], ways: [], draws: null },
  }
}

/** The coalition values that a stored match contains, in the form of an audit, with errors; null if it has none. */
export const readStoredValues = ({
  coalitionValues,
  engine,
}: MatchResult): { values: RecordedComponentValues[] | null; findings: string[] } => {
  if (coalitionValues === undefined) return { values: null, findings: [] }
  const findings: string[] = []
  const values = coalitionValues.flatMap((stored, at) => {
    try {
      return [partOf(stored, engine.batches[at] ?? null)]
    } catch (fault) {
      if (!(fault instanceof UnreadableText)) throw fault
      findings.push(`Part ${at + 1} of the coalition values cannot be read`)
      return []
    }
  })
  return { values, findings }
}
