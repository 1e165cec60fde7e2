import { addDays, type Day } from '@credit-market/values/dates'

const SUNDAY = 0
const MONDAY = 1
const SATURDAY = 6

const weekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const dayOf = (year: number, month: number, date: number): Day =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

const isWeekend = (day: Day): boolean => weekday(day) === SUNDAY || weekday(day) === SATURDAY

const firstMonday = (from: Day): Day => (weekday(from) === MONDAY ? from : firstMonday(addDays(from, 1)))

/** Easter Sunday in the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
const easterSunday = (year: number): Day => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return dayOf(year, Math.floor(n / 31), (n % 31) + 1)
}

/** Holidays on fixed days, each on the next day that is free if it falls on a weekend or on another holiday. */
const withSubstitutes = (days: readonly Day[]): Day[] => {
  const taken: Day[] = []
  for (const fixed of days) {
    let day = fixed
    while (isWeekend(day) || taken.includes(day)) day = addDays(day, 1)
    taken.push(day)
  }
  return taken
}

/**
 * Bank holidays of England in a year: those of the Banking and Financial Dealings Act 1971, and the three that are proclaimed each year
 * (1 January, the first Monday of May, and the substitutes of Christmas). Single holidays, such as for a coronation, are not known.
 */
export const englishBankHolidays = (year: number): Day[] => {
  const easter = easterSunday(year)
  return [
    ...withSubstitutes([dayOf(year, 1, 1)]),
    ...[addDays(easter, -2), addDays(easter, 1)],
    ...[firstMonday(dayOf(year, 5, 1)), firstMonday(dayOf(year, 5, 25)), firstMonday(dayOf(year, 8, 25))],
    ...withSubstitutes([dayOf(year, 12, 25), dayOf(year, 12, 26)]),
  ]
}

/** Says whether people work in England on a day: neither a weekend nor a bank holiday. */
const isWorkingDay = (day: Day): boolean =>
  !isWeekend(day) && !englishBankHolidays(Number(day.slice(0, 4))).includes(day)

/** The given number of working days of England after a day, which itself does not count. */
export const addWorkingDays = (day: Day, count: number): Day => {
  let [reached, left] = [day, count]
  while (left > 0) {
    reached = addDays(reached, 1)
    if (isWorkingDay(reached)) left -= 1
  }
  return reached
}
