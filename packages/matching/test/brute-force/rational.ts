/** A fraction of two whole numbers of any size, with a positive denominator (`under`). */
export interface Rational {
  over: bigint
  under: bigint
}

export const toRational = (over: bigint, under = 1n): Rational =>
  under < 0n ? { over: -over, under: -under } : { over, under }

export const RATIONAL_ZERO = toRational(0n)

export const RATIONAL_ONE = toRational(1n)

/** Negative, 0 or positive as the first is less than, equal to or more than the second. */
export const compareRationals = (a: Rational, b: Rational): number => {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Compares lists: the first numbers in which they differ decide. */
export const compareNumberLists = (a: readonly Rational[], b: readonly Rational[]): number => {
  const first = a.findIndex((value, at) => compareRationals(value, b[at]!) !== 0)
  return first < 0 ? 0 : compareRationals(a[first]!, b[first]!)
}

export const addRationals = (a: Rational, b: Rational): Rational =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under }

export const multiplyRational = (a: Rational, by: bigint): Rational => ({ over: a.over * by, under: a.under })

export const minRational = (a: Rational, b: Rational): Rational => (compareRationals(a, b) <= 0 ? a : b)

export const maxRational = (a: Rational, b: Rational): Rational => (compareRationals(a, b) >= 0 ? a : b)

/** The greatest whole number not above it. */
export const floorRational = ({ over, under }: Rational): bigint => {
  const quotient = over / under
  return quotient * under > over ? quotient - 1n : quotient
}

/** The smallest whole number not below it. */
export const ceilRational = ({ over, under }: Rational): bigint => -floorRational({ over: -over, under })
