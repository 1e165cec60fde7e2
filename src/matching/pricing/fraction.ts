/** A rational number, exactly; what it is over is above nothing. */
export interface Fraction {
  over: bigint
  under: bigint
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : divisor(b, a % b))

/** A fraction in its lowest terms. */
export const fraction = (over: bigint, under = 1n): Fraction => {
  const common = divisor(over, under)
  return common === 0n ? { over: 0n, under: 1n } : { over: over / common, under: under / common }
}

/** How finely a number that is not whole is read: estimates, and money of other markets. */
const PER_WHOLE = 2 ** 16

/** A number as a fraction: exact where it is whole, else to the nearest part of 65,536. */
export const fractionOf = (value: number): Fraction =>
  Number.isInteger(value)
    ? { over: BigInt(value), under: 1n }
    : fraction(BigInt(Math.round(value * PER_WHOLE)), BigInt(PER_WHOLE))

/** The sum of two fractions. */
export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.under === b.under
    ? fraction(a.over + b.over, a.under)
    : fraction(a.over * b.under + b.over * a.under, a.under * b.under)

/** The greatest whole number that is not above a fraction. */
export const floorOf = ({ over, under }: Fraction): bigint => {
  const down = over / under
  return down * under > over ? down - 1n : down
}

/** The nearest number. */
export const numberOf = (value: Fraction): number => {
  const whole = floorOf(value)
  const PRECISION = 1n << 60n
  return Number(whole) + Number(((value.over - whole * value.under) * PRECISION) / value.under) / 2 ** 60
}

/** Below nothing where the first is less than the second, above it where it is more. */
export const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** A fraction times one whole number over another. */
export const scaled = ({ over, under }: Fraction, by: number, per: number): Fraction =>
  fraction(over * BigInt(by), under * BigInt(per))
