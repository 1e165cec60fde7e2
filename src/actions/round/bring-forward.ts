import { earliestAfterNotice, NOTICE_HOURS } from '#domain/bidding-times'
import type { Instant } from '#domain/dates'
import { showMoment } from '#domain/london'
import { hinted, longText } from '../kit/fields.ts'

/** What a form knows of a time that has been announced and is still to come: it can only be brought forward. */
export interface Announced {
  /** When it is to be; null where nothing is announced, or it has come. */
  announced: Instant | null
  /** The earliest moment to which it can be brought forward. */
  earliest: Instant
}

/** What there is to bring forward at a moment. */
export const announcedAt = (time: Instant | null, at: Instant): Announced => ({
  announced: time !== null && at < time ? time : null,
  earliest: earliestAfterNotice(at),
})

/** Why an announced time is brought forward. */
export const whyForward = hinted(
  longText('Why earlier than announced', 3),
  'Everybody who takes part reads it.',
)

/** Why it cannot be brought forward; undefined where it can, or nothing is announced. */
export const tooNear = ({ announced, earliest }: Announced): string | undefined =>
  announced !== null && announced <= earliest
    ? `Announced for ${showMoment(announced)}: with ${NOTICE_HOURS} hours' notice it cannot be earlier. It happens then by itself`
    : undefined

/** What the tick means: now, or as early as notice allows. */
export const besideTick = (verb: string, { announced, earliest }: Announced): string | undefined =>
  announced === null || announced <= earliest
    ? undefined
    : `Announced for ${showMoment(announced)}. With ${NOTICE_HOURS} hours' notice they ${verb} on ${showMoment(earliest)}.`
