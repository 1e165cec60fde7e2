import { earliestAfterNotice, NOTICE_HOURS } from '#domain/bidding-times'
import type { Instant } from '#domain/dates'
import { showMoment } from '#domain/london'
import { hinted, longText } from '../kit/fields.ts'

/** What a form knows of a time that is announced, or of none, and the moment by the database's clock. */
export interface Announced {
  time: Instant | null
  at: Instant
}

/** The earliest moment to which an announced time that is still to come can be brought forward; null where there is none to come. */
export const forwardTo = ({ time, at }: Announced): Instant | null =>
  time !== null && at < time ? earliestAfterNotice(at) : null

/** Why an announced time is brought forward. */
export const whyForward = hinted(
  longText('Why earlier than announced', 3),
  'Everybody who takes part reads it.',
)

/** What stands beside the tick: that it means as early as notice allows, where a time is still to come. */
export const besideTick = (verb: string, known: Announced): string | undefined => {
  const earliest = forwardTo(known)
  return earliest === null || known.time === null || known.time <= earliest
    ? undefined
    : `Announced for ${showMoment(known.time)}. With ${NOTICE_HOURS} hours' notice they ${verb} on ${showMoment(earliest)}.`
}

/** Why it cannot be brought forward; undefined where it can, or nothing is to come. */
export const tooNear = (known: Announced): string | undefined => {
  const earliest = forwardTo(known)
  return earliest !== null && known.time !== null && known.time <= earliest
    ? `Announced for ${showMoment(known.time)}: with ${NOTICE_HOURS} hours' notice it cannot be earlier. It happens then by itself`
    : undefined
}
