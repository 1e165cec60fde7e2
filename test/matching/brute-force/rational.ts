/** A fraction of two whole numbers of any size; what is below the line is above nothing. */
export interface Rational {
  over: bigint
  under: bigint
}

export const rational = (over: bigint, under = 1n): Rational =>
  under < 0n ? { over: -over, under: -under } : { over, under }

export const NONE = rational(0n)

export const ALL = rational(1n)

/** Below, at or above nothing as the first is below, equal to or above the second. */
export const compare = (a: Rational, b: Rational): number => {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The same of two lists: the first numbers in which they differ decide. */
export const compareInTurn = (a: readonly Rational[], b: readonly Rational[]): number => {
  const first = a.findIndex((value, at) => compare(value, b[at]!) !== 0)
  return first < 0 ? 0 : compare(a[first]!, b[first]!)
}

export const plus = (a: Rational, b: Rational): Rational =>
  a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under }

export const times = (a: Rational, by: bigint): Rational => ({ over: a.over * by, under: a.under })

export const least = (a: Rational, b: Rational): Rational => (compare(a, b) <= 0 ? a : b)

export const greatest = (a: Rational, b: Rational): Rational => (compare(a, b) >= 0 ? a : b)

/** The greatest whole number that is not above it. */
export const floor = ({ over, under }: Rational): bigint => {
  const quotient = over / under
  return quotient * under > over ? quotient - 1n : quotient
}

/** The least whole number that is not below it. */
export const ceiling = ({ over, under }: Rational): bigint => -floor({ over: -over, under })
