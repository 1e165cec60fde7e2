import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'

/** Full units (ten-thousandths) and full bid (pence) of one divisible requirement in a column. */
export interface DivisibleRequirement {
  ongoing: Units
  additional: Units
  bid: Pence
}

/** A column that can be won in part: its full value, and the divisible requirements that all win the same fraction. */
export interface DivisibleColumn {
  value: Pence
  portions?: readonly DivisibleRequirement[]
  /** Quantities of which a part must be whole ten-thousandths: its own, and those of all that win the same part. */
  grains?: readonly number[]
}

/** An exact fraction of whole numbers. */
export interface Fraction {
  over: bigint
  under: bigint
}

export const toFraction = (whole: number): Fraction => ({ over: BigInt(whole), under: 1n })

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under }

/** A fraction times a whole number. */
export const multiplyFraction = (a: Fraction, by: number): Fraction => ({
  over: a.over * BigInt(by),
  under: a.under,
})

/** True if the column can be won at a fraction between 0 and 1. */
export const isDivisible = (column: DivisibleColumn): boolean => column.grains !== undefined

const doubleOf = ({ over, under }: Fraction): number => Number(over) / Number(under)

const downward = (over: bigint, under: bigint): bigint => {
  const whole = over / under
  return over % under !== 0n && over < 0n ? whole - 1n : whole
}

/** The greatest of some fractions, as a floating-point number. */
const greatest = (fractions: readonly Fraction[]): number => Math.max(...fractions.map(doubleOf))

/**
 * The greatest part of a column, among those at which a contract changes, that does not exceed a fraction. Parts are
 * stored as the double nearest to `n / quantity`, from which `restrictToColumns` restores the fraction.
 */
export const greatestBreakpointUpTo = (grains: readonly number[], most: Fraction): number =>
  most.over >= most.under
    ? 1
    : greatest(
        grains.map(grain => ({
          over: downward(most.over * BigInt(grain), most.under),
          under: BigInt(grain),
        })),
      )

/** Restores the exact fraction that a double approximates, from the first quantity of the column that makes it whole. */
export const restoreFraction = (grains: readonly number[], x: number): Fraction => {
  if (x >= 1) return toFraction(1)
  const grain = grains.find(quantity => Math.round(x * quantity) / quantity === x)
  if (grain === undefined) throw new Error(`${x} is not a fraction of a whole number of ten-thousandths`)
  return { over: BigInt(Math.round(x * grain)), under: BigInt(grain) }
}

/** Rounds a value of a relaxation down to a breakpoint, a fraction at which a contract changes. */
export const roundDownToBreakpoint = (grains: readonly number[], x: number): number =>
  x >= 1 ? 1 : Math.max(0, ...grains.map(grain => Math.floor(x * grain) / grain))

/** Next greater fraction at which a contract changes. */
export const nextBreakpoint = (grains: readonly number[], x: number): number => {
  const { over, under } = restoreFraction(grains, x)
  return Math.min(
    ...grains.map(grain => doubleOf({ over: (over * BigInt(grain)) / under + 1n, under: BigInt(grain) })),
  )
}

/** Next smaller fraction at which a contract changes; 0 has none. */
export const previousBreakpoint = (grains: readonly number[], x: number): number => {
  const { over, under } = restoreFraction(grains, x)
  return greatest(
    grains.map(grain => ({ over: downward(over * BigInt(grain) - 1n, under), under: BigInt(grain) })),
  )
}

/** Units and value of a part of one requirement, both rounded down, so that no one pays for more than they get. */
export const contractAtFraction = (
  { ongoing, additional, bid }: DivisibleRequirement,
  { over, under }: Fraction,
) => {
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

/** Contracted value, in whole pence, of a column won at fraction `x` (decision 0048). */
export const contractedValue = ({ value, portions, grains }: DivisibleColumn, x: number): number => {
  if (portions === undefined || grains === undefined || x >= 1 || x <= 0) return value * x
  const part = restoreFraction(grains, x)
  return portions.reduce((sum, portion) => sum + contractAtFraction(portion, part).value, 0)
}
