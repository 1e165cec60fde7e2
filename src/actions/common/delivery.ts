import type { Credit } from '#domain/credit'
import { showDay, type Day } from '#domain/dates'

/** The days on which credits are first delivered, the earliest first. */
export const deliveriesOf = (credits: readonly Pick<Credit, 'unitsPerPeriod'>[]): Day[] =>
  [...new Set(credits.flatMap(({ unitsPerPeriod: [first] }) => first?.start ?? []))].toSorted()

/** What to know of credits that are not all delivered on a day; nothing where delivery of each has begun. */
export const aheadOfDelivery = (deliveries: readonly Day[], today: Day): string | undefined => {
  const later = deliveries.filter(day => day > today)
  const [next] = later
  if (next === undefined) return undefined
  return later.length === deliveries.length
    ? `None of these credits is delivered yet: the first are from ${showDay(next)}`
    : `Not all of these credits are delivered yet: the next are from ${showDay(next)}`
}

/** Is nothing at all of the credits delivered on a day? */
export const isBeforeDelivery = (deliveries: readonly Day[], today: Day): boolean =>
  deliveries.length > 0 && deliveries.every(day => day > today)
