import type { MarketProgram, Row } from '../model/program.ts'

/**
 * For each choice, all choices that may be exchanged with it and itself, in order; null if there are none. Exchanging
 * two changes neither the objective nor any row.
 */
export type InterchangeableChoices = readonly (readonly number[] | null)[]

/** For a relaxation, in which nothing is branched on. */
export const NO_INTERCHANGEABLE_CHOICES: InterchangeableChoices = []

/** Rows that decide, and nodes of blocks that are not written out, as lists of columns with an amount of each. */
const amountsIn = (
  { rows, exact = rows, blocks = [], flowing = [] }: MarketProgram,
  more: readonly Row[],
) => [
  ...[...exact, ...more].map(({ columns, coefficients }) => columns.map((at, k) => [at, coefficients[k]!])),
  ...[...blocks, ...flowing].flatMap(({ needs, supplies }) => [
    ...needs.map(({ amounts }) => [...amounts]),
    ...supplies.map(amounts => [...amounts]),
  ]),
]

/**
 * Finds the whole columns of a program that are alike: with the same value, the same weight and the same amount in
 * every row that decides, and in every one of `more`. Among those that are open in a question it is enough to search the choices that take the first ones:
 * every other choice is one of these with columns exchanged.
 */
export const interchangeableChoices = (
  program: MarketProgram,
  weightOf: (column: number) => number | string,
  more: readonly Row[] = [],
): InterchangeableChoices => {
  const terms: string[][] = program.columns.map(({ whole, upper, value }, at) =>
    whole && upper === 1 ? [`${weightOf(at)} ${value}`] : [`only ${at}`],
  )
  for (const [at, amounts] of amountsIn(program, more).entries())
    for (const [column, amount] of amounts) terms[column!]!.push(`${at} ${amount}`)
  const members = new Map<string, number[]>()
  const keys = terms.map(some => some.join())
  for (const [at, key] of keys.entries()) {
    const known = members.get(key)
    if (known === undefined) members.set(key, [at])
    else known.push(at)
  }
  return keys.map(key => (members.get(key)!.length > 1 ? members.get(key)! : null))
}

/**
 * Exchanges open choices that are alike so that the first ones are taken: at most one of them is then fractional.
 * The objective and every row of the program keep their values.
 */
export const takeFirstOfAlike = (
  alike: InterchangeableChoices,
  x: Float64Array,
  isOpen: (choice: number) => boolean,
): void => {
  alike.forEach((members, at) => {
    if (members?.[0] !== at) return
    let left = 0
    for (const member of members) if (isOpen(member)) left += x[member]!
    for (const member of members) {
      if (!isOpen(member)) continue
      x[member] = Math.min(1, Math.max(0, left))
      left -= x[member]
    }
  })
}
