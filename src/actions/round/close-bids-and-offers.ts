import type { Instant } from '#domain/dates'
import { showMoment } from '#domain/london'
import { action } from '../kit/action.ts'
import { confirm, hinted, notStored, optional, toggle } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'
import { type Announced, besideTick, forwardTo, tooNear, whyForward } from './bring-forward.ts'
import { concernedBy, setTimes, timesForeseen } from './tell-times.ts'

/** When an announced closing takes place instead; null where none is to come. */
const closing = (atOnce: boolean | null | undefined, given: Announced): Instant | null => {
  const earliest = forwardTo(given)
  return atOnce && earliest !== null ? given.at : earliest
}

/**
 * Closes a round for bids and offers: the last values count. An announced closing is brought forward as far as notice allows, or
 * takes place at once in an emergency; both need a second person and a reason that everybody who takes part reads.
 */
export const closeBidsAndOffers = action({
  name: 'CloseBidsAndOffers',
  on: 'round',
  title: 'Close bids and offers',
  binds: {
    verb: 'Close for bids and offers',
    undone: 'The last values count. The round can be opened again for bids and offers.',
  },
  who: [operator, system],
  approval: 'secondPerson',
  approvalWhen: ({ bidsClose }) => bidsClose !== null,
  from: ['OpenForBidsAndOffers'],
  given: async (read, { bidsClose }) => ({ time: bidsClose, at: await read.clock() }),
  fields: {
    confirmed: confirm('Close this market round for bids and offers'),
    atOnce: hinted(
      optional(notStored(toggle('Close at once, in an emergency'))),
      'Without notice, for a fault that would harm those who bid or offer.',
    ),
    reason: whyForward,
  },
  show: {
    atOnce: (_answers, given) => forwardTo(given) !== null,
    reason: (_answers, given) => forwardTo(given) !== null,
  },
  initial: () => ({ atOnce: false }),
  check: ({ atOnce }, given) => ({ form: atOnce ? undefined : tooNear(given) }),
  beside: ({ atOnce }, given) => ({
    confirmed:
      atOnce && given.time !== null ? `Announced for ${showMoment(given.time)}` : besideTick('close', given),
  }),
  reads: concernedBy,
  preview: ({ subject, values: { atOnce }, given, reads }) => {
    const bidsClose = closing(atOnce, given)
    return { preview: bidsClose === null ? [] : timesForeseen({ ...subject, bidsClose }, reads) }
  },
  effect: ({ subject, values: { reason, atOnce }, given, reads }) => {
    const bidsClose = closing(atOnce, given)
    return bidsClose === null ? [] : setTimes(subject, { ...subject, bidsClose }, reason, reads)
  },
  to: {
    by: ({ reason, atOnce }) => (reason === null || atOnce ? 'now' : 'later'),
    is: { now: 'ClosedForBidsAndOffers' },
  },
  done: ({ reason, atOnce }) =>
    reason === null || atOnce
      ? 'The round is closed for bids and offers'
      : 'The closing has been brought forward',
})
