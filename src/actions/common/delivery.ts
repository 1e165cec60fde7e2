import { type Credit, inFirstPeriod } from '#domain/credit'
import { showDay, type Day } from '#domain/dates'
import type { Read } from '../kit/changes.ts'
import { confirm, type Field } from '../kit/fields.ts'
import { roundOf } from './areas.ts'

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

/** What the form of an act on issued credits knows of their delivery. */
interface Delivering {
  deliveries: readonly Day[]
  /** When all that supply the first period are delivered, where the market waits for it; else null. */
  heldUntil: Day | null
}

/** When credits of a project or a requirement are delivered, and whether its market waits for that. */
export const deliveringOf = async (
  read: Read,
  thing: { roundId: string },
  credits: readonly Pick<Credit, 'serviceId' | 'unitsPerPeriod'>[],
): Promise<Delivering> => {
  const [deliveries, first, { marketId }] = await Promise.all([
    deliveriesOf(read, credits),
    deliveriesOf(read, inFirstPeriod(credits)),
    roundOf(read, thing),
  ])
  const market = await read.one('market', marketId)
  return { deliveries, heldUntil: market?.issueAhead === 'refused' ? (first.at(-1) ?? null) : null }
}

type Known = Delivering & { today: Day }

/** Of these credits those of which delivery has begun on a day. */
export const delivered = async <C extends Pick<Credit, 'serviceId'>>(
  read: Read,
  credits: readonly C[],
  today: Day,
): Promise<C[]> => {
  const services = await read.list('service', { id: [...new Set(credits.map(one => one.serviceId))] })
  return credits.filter(({ serviceId }) =>
    services.some(({ id, mitigationBegins }) => id === serviceId && mitigationBegins <= today),
  )
}

/** The day until which the market waits; null where it does not. */
const waitsUntil = ({ heldUntil, today }: Known): Day | null =>
  heldUntil !== null && heldUntil > today ? heldUntil : null

/** The question whether an act on credits goes ahead of their delivery; asked of those of which it has not begun. */
export const aheadQuestion = (label: string): Field<true, true, 'drop'> => ({
  ...confirm(label, 'Tick this to go ahead of delivery, or wait until it begins'),
  asksSome: true,
  hint: 'Their certificate and the register say from when the units count.',
})

/** Is it to be asked whether these go ahead of their delivery? */
export const isAskedAhead = (known: Known): boolean =>
  waitsUntil(known) === null && aheadOfDelivery(known.deliveries, known.today) !== undefined

/** What is said beside the question. */
export const warnAhead = ({ deliveries, today }: Known) => ({ ahead: aheadOfDelivery(deliveries, today) })

/** Refuses to go ahead where the market waits for delivery. */
export const checkHeld = (known: Known): { form?: string } => {
  const day = waitsUntil(known)
  return day === null
    ? {}
    : {
        form: `This market issues and redeems no credits before they are delivered: these are from ${showDay(day)}`,
      }
}

/** What is said again before it is done. */
export const previewAhead = (known: Known): { preview: string[] } => {
  const { ahead } = warnAhead(known)
  return { preview: ahead === undefined ? [] : [ahead] }
}
