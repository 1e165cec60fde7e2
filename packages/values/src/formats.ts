// Creates each format only when first used: creating one takes milliseconds in a browser, and most pages use only a few.

const madeOnce = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

/** A number format for England. */
export const englishNumberFormat = (
  options?: Intl.NumberFormatOptions,
): { format: (number: number) => string } => {
  const format = madeOnce(() => new Intl.NumberFormat('en-GB', options))
  return { format: number => format().format(number) }
}

const wholeNumber = englishNumberFormat({ maximumFractionDigits: 0 })

/** Formats a whole number with commas between thousands: `1,234`. */
export const showWholeNumber = (number: number): string => wholeNumber.format(number)

/** A format of lists for England: `a, b and c`, or `a, b or c` if the type is a disjunction. */
export const englishListFormat = (
  options?: Intl.ListFormatOptions,
): { format: (items: readonly string[]) => string } => {
  const format = madeOnce(() => new Intl.ListFormat('en-GB', options))
  return { format: items => format().format(items) }
}

/** A format of instants for England, in the given time zone. */
export const englishDateFormat = (
  options: Intl.DateTimeFormatOptions & { timeZone: string },
): { format: (date: Date) => string } => {
  const format = madeOnce(() => new Intl.DateTimeFormat('en-GB', options))
  return { format: date => format().format(date) }
}
