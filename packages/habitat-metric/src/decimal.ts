/** An exact finite decimal: `digits` divided by ten to the power of `places`. */
export interface Decimal {
  digits: bigint
  places: number
}

const ten = (power: number): bigint => 10n ** BigInt(power)

/** Parses a decimal as written in a table, such as 0.67 or 8. Throws for anything else. */
export const decimal = (written: string): Decimal => {
  const [whole = '', part = ''] = written.split('.')
  return { digits: BigInt(`${whole}${part}`), places: part.length }
}

/** The exact product of two decimals. */
export const times = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  places: a.places + b.places,
})

/** The exact product of all decimals. */
export const product = (all: readonly Decimal[]): Decimal => all.reduce(times, { digits: 1n, places: 0 })

/** The exact sum. */
export const plus = (a: Decimal, b: Decimal): Decimal => {
  const places = Math.max(a.places, b.places)
  return { digits: a.digits * ten(places - a.places) + b.digits * ten(places - b.places), places }
}

/** The exact difference. */
export const minus = (a: Decimal, b: Decimal): Decimal => plus(a, { ...b, digits: -b.digits })

/** Rounds a decimal to whole ten-thousandths, a half upwards; it must not be negative. */
export const tenThousandths = ({ digits, places }: Decimal): number =>
  Number(places <= 4 ? digits * ten(4 - places) : (digits + ten(places - 4) / 2n) / ten(places - 4))
