import type { Day } from '@credit-market/values/dates'

const NAMES = ['winter', 'spring', 'summer', 'autumn'] as const

/** Seasons since year 0; each has three months, and spring begins in March. */
const seasonNumber = (day: Day): number => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return year * 4 + Math.floor((month % 12) / 3) + (month === 12 ? 4 : 0)
}

const firstDay = (season: number): Day => {
  const year = Math.floor(season / 4)
  const place = season % 4
  return place === 0 ? `${year - 1}-12-01` : `${year}-${String(place * 3).padStart(2, '0')}-01`
}

/** First days of a number of seasons, beginning with the season of a day. */
export const seasonsFrom = (day: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, ahead) => firstDay(seasonNumber(day) + ahead))

/** The season of a day with its year: "spring 2027", "winter 2027 to 2028". */
export const seasonText = (day: Day): string => {
  const season = seasonNumber(day)
  const year = Math.floor(season / 4)
  const name = NAMES[season % 4]
  return season % 4 === 0 ? `${name} ${year - 1} to ${year}` : `${name} ${year}`
}

/** Says whether the season of a day is over on another day. */
export const isSeasonOver = (season: Day, today: Day): boolean => seasonNumber(today) > seasonNumber(season)
