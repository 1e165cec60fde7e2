import type { Instant } from '@credit-market/values/dates'
import { formatLondonTime } from '#domain/values/london'
import { action } from '../kit/action.ts'
import { confirm, withHint, notStored, optional, toggle } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'
import {
  type AnnouncedTimeFacts,
  bringForwardHint,
  earliestNewTime,
  bringForwardRefusal,
  bringForwardReason,
} from './bring-forward.ts'
import { readTimesRecipients, announceTimes, previewTimes } from './tell-times.ts'

/** New instant of an announced closing; null if none is to come. */
const closing = (atOnce: boolean | null | undefined, given: AnnouncedTimeFacts): Instant | null => {
  const earliest = earliestNewTime(given)
  return atOnce && earliest !== null ? given.at : earliest
}

/**
 * Closes a round for bids and offers: the last values count. An announced closing is brought forward as far as notice allows, or
 * happens at once in an emergency; both need a second approval and a reason that everyone who takes part reads.
 */
export const closeBidsAndOffers = action({
  name: 'CloseBidsAndOffers',
  on: 'round',
  title: 'Close bids and offers',
  binds: {
    verb: 'Close for bids and offers',
    undone:
      'The last amounts entered are the ones that count. You can open the round for bids and offers again.',
  },
  who: [operator, system],
  approval: 'secondPerson',
  approvalWhen: ({ bidsClose }) => bidsClose !== null,
  from: ['OpenForBidsAndOffers'],
  given: async (read, { bidsClose }) => ({ time: bidsClose, at: await read.clock() }),
  fields: {
    confirmed: confirm('Close this market round for bids and offers'),
    atOnce: withHint(
      optional(notStored(toggle('Close straight away, in an emergency'))),
      'This gives no notice. Use it only for a fault that would harm bidders or suppliers.',
    ),
    reason: bringForwardReason,
  },
  show: {
    atOnce: (_answers, given) => earliestNewTime(given) !== null,
    reason: (_answers, given) => earliestNewTime(given) !== null,
  },
  initial: () => ({ atOnce: false }),
  check: ({ atOnce }, given) => ({ form: atOnce ? undefined : bringForwardRefusal(given) }),
  beside: ({ atOnce }, given) => ({
    confirmed:
      atOnce && given.time !== null
        ? `The announced closing time is ${formatLondonTime(given.time)}`
        : bringForwardHint('close', given),
  }),
  reads: readTimesRecipients,
  preview: ({ subject, values: { atOnce }, given, reads }) => {
    const bidsClose = closing(atOnce, given)
    return { preview: bidsClose === null ? [] : previewTimes({ ...subject, bidsClose }, reads) }
  },
  effect: ({ subject, values: { reason, atOnce }, given, reads }) => {
    const bidsClose = closing(atOnce, given)
    return bidsClose === null ? [] : announceTimes(subject, { ...subject, bidsClose }, reason, reads)
  },
  to: {
    by: ({ reason, atOnce }) => (reason === null || atOnce ? 'now' : 'later'),
    is: { now: 'ClosedForBidsAndOffers' },
  },
  done: ({ reason, atOnce }) =>
    reason === null || atOnce
      ? 'The round is closed for bids and offers'
      : 'The closing time has been brought forward',
})
