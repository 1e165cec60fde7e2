// A browser takes milliseconds to make a format, and most pages write few: each is made when it is first used.

const madeOnce = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}

/** Writes numbers as they are written in England. */
export const numberFormat = (options?: Intl.NumberFormatOptions): { format: (number: number) => string } => {
  const format = madeOnce(() => new Intl.NumberFormat('en-GB', options))
  return { format: number => format().format(number) }
}

/** Writes moments as they are written in England, in the time zone that is given. */
export const dateFormat = (
  options: Intl.DateTimeFormatOptions & { timeZone: string },
): { format: (date: Date) => string } => {
  const format = madeOnce(() => new Intl.DateTimeFormat('en-GB', options))
  return { format: date => format().format(date) }
}
