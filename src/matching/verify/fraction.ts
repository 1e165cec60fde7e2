/** A rational number: a numerator over a positive denominator. */
export interface Fraction {
  over: bigint
  under: bigint
}

const gcd = (a: bigint, b: bigint): bigint => {
  let [big, small] = [a < 0n ? -a : a, b]
  while (small !== 0n) [big, small] = [small, big % small]
  return big
}

/** A quotient of whole numbers in lowest terms; the divisor is positive. */
export const quotient = (over: bigint | number, under: bigint | number = 1n): Fraction => {
  const [a, b] = [BigInt(over), BigInt(under)]
  const common = gcd(a, b) || 1n
  return { over: a / common, under: b / common }
}

/** The sum of two fractions. */
export const plus = (a: Fraction, b: Fraction): Fraction =>
  quotient(a.over * b.under + b.over * a.under, a.under * b.under)

/** Below 0, 0 or above 0 as the first is less than, equal to or more than the second. */
export const compared = (a: Fraction, b: Fraction): number => {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The larger of two fractions. */
export const larger = (a: Fraction, b: Fraction): Fraction => (compared(a, b) < 0 ? b : a)

/** The greatest whole number not above a fraction. */
export const floorOf = ({ over, under }: Fraction): bigint =>
  over >= 0n ? over / under : -((-over + under - 1n) / under)

/** So many times a whole number, rounded down; numbers stay within what a double holds exactly. */
export const floorTimes = (of: number, { over, under }: Fraction): number =>
  Number(floorOf({ over: BigInt(of) * over, under }))

/** Nothing, and all of something. */
export const NOTHING = quotient(0n)
export const ALL = quotient(1n)

/** The smallest whole number that every denominator divides. */
export const commonDenominator = (fractions: readonly Fraction[]): bigint =>
  fractions.reduce((common, { under }) => (common / gcd(common, under)) * under, 1n)
