import type { Credit } from '#domain/credit'
import { showDay, type Day } from '#domain/dates'
import type { Read } from '../kit/changes.ts'

/**
 * The days on which delivery of some credits begins, the earliest first: when their services begin. A credit itself is
 * held only from the day on which its requirement needs it.
 */
export const deliveriesOf = async (
  read: Read,
  credits: readonly Pick<Credit, 'serviceId'>[],
): Promise<Day[]> => {
  const ids = [...new Set(credits.map(({ serviceId }) => serviceId))].toSorted()
  const services = ids.length === 0 ? [] : await read.list('service', { id: ids })
  return [...new Set(services.map(({ mitigationBegins }) => mitigationBegins))].toSorted()
}

/** Is nothing at all of the credits delivered on a day? */
export const isBeforeDelivery = (deliveries: readonly Day[], today: Day): boolean =>
  deliveries.length > 0 && deliveries.every(day => day > today)

/** What to know of credits that are not all delivered on a day; nothing where delivery of each has begun. */
export const aheadOfDelivery = (deliveries: readonly Day[], today: Day): string | undefined => {
  const next = deliveries.find(day => day > today)
  if (next === undefined) return undefined
  return isBeforeDelivery(deliveries, today)
    ? `None of these credits is delivered yet: the first are from ${showDay(next)}`
    : `Not all of these credits are delivered yet: the next are from ${showDay(next)}`
}
