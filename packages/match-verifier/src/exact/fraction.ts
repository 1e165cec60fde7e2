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
export const ratio = (over: bigint | number, under: bigint | number = 1n): Fraction => {
  const [a, b] = [BigInt(over), BigInt(under)]
  const common = gcd(a, b) || 1n
  return { over: a / common, under: b / common }
}

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  ratio(a.over * b.under + b.over * a.under, a.under * b.under)

/** Negative, 0 or positive as the first is less than, equal to or more than the second. */
export const compareFractions = (a: Fraction, b: Fraction): number => {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The larger of two fractions. */
export const maxFraction = (a: Fraction, b: Fraction): Fraction => (compareFractions(a, b) < 0 ? b : a)

/** The greatest whole number not above a fraction. */
export const floorFraction = ({ over, under }: Fraction): bigint =>
  over >= 0n ? over / under : -((-over + under - 1n) / under)

/** A fraction of a whole number, rounded down; the result is within what a double holds exactly. */
export const floorOfProduct = (of: number, { over, under }: Fraction): number =>
  Number(floorFraction({ over: BigInt(of) * over, under }))

/** Zero and one. */
export const ZERO = ratio(0n)
export const ONE = ratio(1n)

/** The smallest whole number that every denominator divides. */
export const commonDenominator = (fractions: readonly Fraction[]): bigint =>
  fractions.reduce((common, { under }) => (common / gcd(common, under)) * under, 1n)
