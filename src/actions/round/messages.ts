import { MIN_NOTICE_HOURS, biddingTimesText, type BiddingTimes } from '#domain/round/bidding-times'
import type { Instant } from '@credit-market/values/dates'
import { formatLondonTime } from '#domain/values/london'

/** Preview of new times: the times, and how many organisations and agencies get an email. */
export const newTimesPreviewText = (
  next: BiddingTimes,
  organisations: number,
  agencies: number,
): string[] => [
  `${biddingTimesText(next)}, UK time`,
  ...(organisations + agencies === 0 ? ['No one takes part yet, so no one gets an email'] : []),
  ...(organisations > 0 ? [`Participants that get an email: ${organisations}`] : []),
  ...(agencies > 0 ? [`Agencies that get an email: ${agencies}`] : []),
]

/** Hints next to the confirmation of an opening or closing that is announced for later. */
export const BRING_FORWARD_HINTS = {
  open: (announced: Instant, earliest: Instant): string =>
    `The announced time is ${formatLondonTime(announced)}. If you give ${MIN_NOTICE_HOURS} hours' notice now, bids and offers open on ${formatLondonTime(earliest)}.`,
  close: (announced: Instant, earliest: Instant): string =>
    `The announced time is ${formatLondonTime(announced)}. If you give ${MIN_NOTICE_HOURS} hours' notice now, bids and offers close on ${formatLondonTime(earliest)}.`,
}

/** Refusal to bring a time forward that is less than the notice period away. */
export const tooLateToBringForwardText = (announced: Instant): string =>
  `The announced time is ${formatLondonTime(announced)}, which is less than ${MIN_NOTICE_HOURS} hours away, so you can no longer make it earlier. You do not need to do anything`
