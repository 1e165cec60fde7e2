/** An exact rational number with a positive denominator (`under`). */
export interface Fraction {
  over: bigint
  under: bigint
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : divisor(b, a % b))

/** A fraction in lowest terms. */
export const reducedFraction = (over: bigint, under = 1n): Fraction => {
  const common = divisor(over, under)
  return common === 0n ? { over: 0n, under: 1n } : { over: over / common, under: under / common }
}

/** Precision of numbers that are not whole: estimates, and money of other markets. */
const PER_WHOLE = 2 ** 16

/** A number as a fraction: exact if it is whole, else to the nearest 65,536th. */
export const numberToFraction = (value: number): Fraction =>
  Number.isInteger(value)
    ? { over: BigInt(value), under: 1n }
    : reducedFraction(BigInt(Math.round(value * PER_WHOLE)), BigInt(PER_WHOLE))

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? reducedFraction(a.over + b.over, a.under)
    : reducedFraction(a.over * b.under + b.over * a.under, a.under * b.under)

/** The greatest whole number not above a fraction. */
export const floorFraction = ({ over, under }: Fraction): bigint => {
  const down = over / under
  return down * under > over ? down - 1n : down
}

/** The nearest floating-point number. */
export const fractionToNumber = (value: Fraction): number => {
  const whole = floorFraction(value)
  const PRECISION = 1n << 60n
  return Number(whole) + Number(((value.over - whole * value.under) * PRECISION) / value.under) / 2 ** 60
}

/** Negative if the first is less than the second, positive if it is more. */
export const compareFractions = (a: Fraction, b: Fraction): number => {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** A fraction times `by / per`. */
export const scaleFraction = ({ over, under }: Fraction, by: number, per: number): Fraction =>
  reducedFraction(over * BigInt(by), under * BigInt(per))
