/** Shortest decimal form of a number: its digits, and the power of ten to multiply them by. */
const written = (value: number): { digits: string; power: number } => {
  const [digits = '', power = '0'] = String(value).split('e')
  return { digits, power: Number(power) }
}

/** Number of decimals in the shortest decimal form of a number. */
export const decimalPlaces = (value: number): number => {
  const { digits, power } = written(value)
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - power)
}

/** A number times a power of ten; exact if the result is a whole number below 2^53. */
export const shiftDecimal = (value: number, places: number): number => {
  const { digits, power } = written(value)
  return Number(`${digits}e${power + places}`)
}
