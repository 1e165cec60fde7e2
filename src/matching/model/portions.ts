import type { Pence } from '#domain/money'
import type { Units } from '#domain/units'

/** One divisible requirement of a column: what all of it would take, and what all of it is worth. */
export interface Portion {
  ongoing: Units
  additional: Units
  bid: Pence
}

/** What can be won in part: its value in all, and the divisible requirements that win the same part of theirs. */
export interface Divisible {
  value: Pence
  portions?: readonly Portion[]
  /** Quantities whose whole ten-thousandths a part may be: its own, and of all that win the same part. */
  grains?: readonly number[]
}

/** A fraction of whole numbers, exactly. */
export interface Fraction {
  over: bigint
  under: bigint
}

/** A whole number as a fraction. */
export const fractionOf = (whole: number): Fraction => ({ over: BigInt(whole), under: 1n })

/** The sum of two fractions. */
export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under }

/** A whole number of fractions. */
export const times = (a: Fraction, by: number): Fraction => ({ over: a.over * BigInt(by), under: a.under })

/** May only a part of this column be won? */
export const isDivisible = (column: Divisible): boolean => column.grains !== undefined

const doubleOf = ({ over, under }: Fraction): number => Number(over) / Number(under)

const downward = (over: bigint, under: bigint): bigint => {
  const whole = over / under
  return over % under !== 0n && over < 0n ? whole - 1n : whole
}

/** The greatest of some fractions, by what they are as numbers. */
const greatest = (fractions: readonly Fraction[]): number => Math.max(...fractions.map(doubleOf))

/**
 * The greatest part of a column, of those at which a contract changes, that is no more than a fraction. Parts are kept
 * as the double nearest to `n / quantity`, from which `partOf` reads the fraction again.
 */
export const partUpTo = (grains: readonly number[], most: Fraction): number =>
  most.over >= most.under
    ? 1
    : greatest(
        grains.map(grain => ({
          over: downward(most.over * BigInt(grain), most.under),
          under: BigInt(grain),
        })),
      )

/** The part that a double stands for: with the first quantity of the column that makes it whole. */
export const partOf = (grains: readonly number[], x: number): Fraction => {
  if (x >= 1) return fractionOf(1)
  const grain = grains.find(quantity => Math.round(x * quantity) / quantity === x)
  if (grain === undefined) throw new Error(`${x} is no part of a whole number of ten-thousandths`)
  return { over: BigInt(Math.round(x * grain)), under: BigInt(grain) }
}

/** The greatest part at which a contract changes that is no more than a number from a relaxation. */
export const partBelow = (grains: readonly number[], x: number): number =>
  x >= 1 ? 1 : Math.max(0, ...grains.map(grain => Math.floor(x * grain) / grain))

/** The next greater part at which a contract changes. */
export const partAfter = (grains: readonly number[], x: number): number => {
  const { over, under } = partOf(grains, x)
  return Math.min(
    ...grains.map(grain => doubleOf({ over: (over * BigInt(grain)) / under + 1n, under: BigInt(grain) })),
  )
}

/** The next smaller part at which a contract changes; below nothing there is none. */
export const partBefore = (grains: readonly number[], x: number): number => {
  const { over, under } = partOf(grains, x)
  return greatest(
    grains.map(grain => ({ over: downward(over * BigInt(grain) - 1n, under), under: BigInt(grain) })),
  )
}

/** What a part of one requirement comes to: units and value rounded down, so that nobody pays for more than it gets. */
export const portionAt = ({ ongoing, additional, bid }: Portion, { over, under }: Fraction) => {
  const some = (of: number): bigint => (BigInt(of) * over) / under
  const [o, a] = [some(ongoing), some(additional)]
  const isOngoing = additional === 0 || (ongoing > 0 && o * BigInt(additional) <= a * BigInt(ongoing))
  const [won, wanted] = isOngoing ? [o, ongoing] : [a, additional]
  const value = (BigInt(bid) * won) / BigInt(wanted)
  return {
    ongoing: Number(o),
    additional: Number(a),
    part: { over: won, under: BigInt(wanted) },
    value: Number(value),
  }
}

/** What a choice of this much of a column comes to in the contract, in whole pence (decision 0048). */
export const contracted = ({ value, portions, grains }: Divisible, x: number): number => {
  if (portions === undefined || grains === undefined || x >= 1 || x <= 0) return value * x
  const part = partOf(grains, x)
  return portions.reduce((sum, portion) => sum + portionAt(portion, part).value, 0)
}
