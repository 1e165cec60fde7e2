/** How a number is written in the fewest digits that mean it: its digits, and the power of ten they are times. */
const written = (value: number): { digits: string; power: number } => {
  const [digits = '', power = '0'] = String(value).split('e')
  return { digits, power: Number(power) }
}

/** How many decimals a number has, as it is written. */
export const placesOf = (value: number): number => {
  const { digits, power } = written(value)
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - power)
}

/** A number times a power of ten, exactly where that is a whole number below 2^53. */
export const shifted = (value: number, places: number): number => {
  const { digits, power } = written(value)
  return Number(`${digits}e${power + places}`)
}
