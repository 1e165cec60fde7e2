import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'
import { announcedAt, besideTick, tooNear, whyForward } from './bring-forward.ts'
import { concernedBy, setTimes, timesForeseen } from './tell-times.ts'

/** Closes a round for bids and offers: the last values count. Where the closing is announced, it is brought forward as far as notice allows. */
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
  given: async (read, round) => announcedAt(round.bidsClose, await read.clock()),
  fields: {
    confirmed: confirm('Close this market round for bids and offers'),
    reason: whyForward,
  },
  show: { reason: (_answers, { announced }) => announced !== null },
  check: (_answers, given) => ({ form: tooNear(given) }),
  beside: (_answers, given) => ({ confirmed: besideTick('close', given) }),
  reads: concernedBy,
  preview: ({ subject, given, reads }) => ({
    preview: given.announced === null ? [] : timesForeseen({ ...subject, bidsClose: given.earliest }, reads),
  }),
  effect: ({ subject, values: { reason }, given: { announced, earliest }, reads }) =>
    announced === null ? [] : setTimes(subject, { ...subject, bidsClose: earliest }, reason, reads),
  to: {
    by: ({ reason }) => (reason === null ? 'now' : 'later'),
    is: { now: 'ClosedForBidsAndOffers' },
  },
  done: ({ reason }) =>
    reason === null ? 'The round is closed for bids and offers' : 'The closing has been brought forward',
})
