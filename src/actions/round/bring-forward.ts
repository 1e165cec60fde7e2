import { earliestTimeAfterNotice } from '#domain/round/bidding-times'
import type { Instant } from '@credit-market/values/dates'
import { withHint, longText } from '../kit/fields.ts'
import { BRING_FORWARD_HINTS, tooLateToBringForwardText } from './messages.ts'

/** Facts for a form about an announced time: that time, if there is one, and the current time by the database's clock. */
export interface AnnouncedTimeFacts {
  time: Instant | null
  at: Instant
}

/** Earliest instant to which an announced future time can be brought forward; null if there is none. */
export const earliestNewTime = ({ time, at }: AnnouncedTimeFacts): Instant | null =>
  time !== null && at < time ? earliestTimeAfterNotice(at) : null

/** Reason for bringing an announced time forward. */
export const bringForwardReason = withHint(
  longText('Why is the time earlier than announced?', 3),
  'Everyone who takes part can read this.',
)

/** Text next to the tick: it means as early as notice allows, if a time is still to come. */
export const bringForwardHint = (
  verb: keyof typeof BRING_FORWARD_HINTS,
  known: AnnouncedTimeFacts,
): string | undefined => {
  const earliest = earliestNewTime(known)
  return earliest === null || known.time === null || known.time <= earliest
    ? undefined
    : BRING_FORWARD_HINTS[verb](known.time, earliest)
}

/** Reason why it cannot be brought forward; undefined if it can, or if nothing is to come. */
export const bringForwardRefusal = (known: AnnouncedTimeFacts): string | undefined => {
  const earliest = earliestNewTime(known)
  return earliest !== null && known.time !== null && known.time <= earliest
    ? tooLateToBringForwardText(known.time)
    : undefined
}
