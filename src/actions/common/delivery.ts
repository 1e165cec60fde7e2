import { type Credit, creditsInFirstPeriod } from '#domain/credit/credit'
import { putsUnitsInDoubt } from '#domain/case/case'
import { uncoveredBlocks } from '#domain/case/unit-replacement'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { showDay, type Day } from '@credit-market/values/dates'
import type { Read } from '../kit/changes.ts'
import { readFailedUnits } from './failed-units.ts'
import { confirm, type Field } from '../kit/fields.ts'
import { readRoundOfItem } from '../fields/areas.ts'

/**
 * Dates on which delivery of some credits begins, the earliest first: when their services begin. The period of a
 * credit itself starts only when its requirement needs it.
 */
export const readDeliveryDates = async (
  read: Read,
  credits: readonly Pick<Credit, 'serviceId'>[],
): Promise<Day[]> => {
  const ids = [...new Set(credits.map(({ serviceId }) => serviceId))].toSorted()
  const services = await read.list('service', { id: ids })
  return [...new Set(services.map(({ mitigationBegins }) => mitigationBegins))].toSorted()
}

/** True if none of the credits is delivered yet on a date. */
export const isBeforeDelivery = (deliveries: readonly Day[], today: Day): boolean =>
  deliveries.length > 0 && deliveries.every(day => day > today)

/** Warns of credits that are not all delivered on a date; undefined once delivery of every credit has begun. */
export const undeliveredWarning = (deliveries: readonly Day[], today: Day): string | undefined => {
  const next = deliveries.find(day => day > today)
  if (next === undefined) return undefined
  return isBeforeDelivery(deliveries, today)
    ? `None of these credits are delivered yet: the first are delivered from ${showDay(next)}`
    : `Some of these credits are not delivered yet: the next are delivered from ${showDay(next)}`
}

/** Facts about delivery for the form of an action on issued credits. */
interface Delivering {
  deliveries: readonly Day[]
  /** The date on which every supplier of the first period delivers, if the market waits for it; else null. */
  heldUntil: Day | null
  /** Warning about units that have failed or are in doubt; null while all are sound. */
  unsound: string | null
}

const HAVE_FAILED =
  'Some of these units have failed, because a project no longer delivers them. Certificates and the register say so'
const ARE_IN_DOUBT =
  'Some of these units are in doubt, because a failure of their project is being looked into. Certificates and the register say so'

/** Warns of credits whose units are not all sound. */
const readUnsoundWarning = async (
  read: Read,
  credits: readonly Pick<Credit, 'id' | 'projectId'>[],
): Promise<string | null> => {
  if (credits.length === 0) return null
  const projectIds = [...new Set(credits.map(({ projectId }) => projectId))].toSorted()
  const [{ failures, replacements }, open] = await Promise.all([
    readFailedUnits(read, { creditId: credits.map(({ id }) => id) }),
    read.list('case', { projectId: projectIds, status: OPEN_CASE_STATUSES, failedSince: null }),
  ])
  if (failures.some(one => uncoveredBlocks(one, replacements).length > 0)) return HAVE_FAILED
  return open.some(({ type }) => putsUnitsInDoubt(type)) ? ARE_IN_DOUBT : null
}

/** Delivery dates of the credits of a project or requirement, and whether its market waits for them. */
export const readDeliveryFacts = async (
  read: Read,
  thing: { roundId: string },
  credits: readonly Pick<Credit, 'id' | 'projectId' | 'serviceId' | 'unitsPerPeriod'>[],
): Promise<Delivering> => {
  const [deliveries, first, { marketId }, unsound] = await Promise.all([
    readDeliveryDates(read, credits),
    readDeliveryDates(read, creditsInFirstPeriod(credits)),
    readRoundOfItem(read, thing),
    readUnsoundWarning(read, credits),
  ])
  const market = await read.one('market', marketId)
  return {
    deliveries,
    heldUntil: market?.issueAhead === 'refused' ? (first.at(-1) ?? null) : null,
    unsound,
  }
}

type Known = Delivering & { today: Day }

/** The given credits whose delivery has begun by a date. */
export const deliveredCredits = async <C extends Pick<Credit, 'serviceId'>>(
  read: Read,
  credits: readonly C[],
  today: Day,
): Promise<C[]> => {
  const services = await read.list('service', { id: [...new Set(credits.map(one => one.serviceId))] })
  return credits.filter(({ serviceId }) =>
    services.some(({ id, mitigationBegins }) => id === serviceId && mitigationBegins <= today),
  )
}

/** The date until which the market waits; null if it does not. */
const waitsUntil = ({ heldUntil, today }: Known): Day | null =>
  heldUntil !== null && heldUntil > today ? heldUntil : null

/**
 * The question that confirms an action on credits before their delivery; asked only for credits not delivered yet.
 */
export const beforeDeliveryField = (label: string): Field<true, true, 'drop'> => ({
  ...confirm(label, 'Tick this to go ahead before delivery, or wait until delivery begins'),
  asksSome: true,
  hint: 'The certificate and the register show the date from which the units count.',
})

/** True if the form has to ask for confirmation before delivery. */
export const needsDeliveryConfirmation = (known: Known): boolean =>
  waitsUntil(known) === null && undeliveredWarning(known.deliveries, known.today) !== undefined

/** The hint next to the question. */
export const warnBeforeDelivery = ({ deliveries, unsound, today }: Known) => ({
  ahead: undeliveredWarning(deliveries, today),
  ...(unsound !== null && { form: unsound }),
})

/** Refuses an action before delivery has begun, in markets where the action must wait for delivery. */
export const refuseBeforeDelivery = (known: Known): { form?: string } => {
  const day = waitsUntil(known)
  return day === null
    ? {}
    : {
        form: `This market does not issue or redeem credits before they are delivered. These credits are delivered from ${showDay(day)}`,
      }
}

/** Repeats the warning in the preview. */
export const previewBeforeDelivery = (known: Known): { preview: string[] } => {
  const { ahead } = warnBeforeDelivery(known)
  return { preview: [ahead, known.unsound].flatMap(one => one ?? []) }
}
