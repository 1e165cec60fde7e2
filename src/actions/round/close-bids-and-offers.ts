import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'
import { besideTick, forwardTo, tooNear, whyForward } from './bring-forward.ts'
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
  given: async (read, { bidsClose }) => ({ time: bidsClose, at: await read.clock() }),
  fields: {
    confirmed: confirm('Close this market round for bids and offers'),
    reason: whyForward,
  },
  show: { reason: (_answers, given) => forwardTo(given) !== null },
  check: (_answers, given) => ({ form: tooNear(given) }),
  beside: (_answers, given) => ({ confirmed: besideTick('close', given) }),
  reads: concernedBy,
  preview: ({ subject, given, reads }) => {
    const bidsClose = forwardTo(given)
    return { preview: bidsClose === null ? [] : timesForeseen({ ...subject, bidsClose }, reads) }
  },
  effect: ({ subject, values: { reason }, given, reads }) => {
    const bidsClose = forwardTo(given)
    return bidsClose === null ? [] : setTimes(subject, { ...subject, bidsClose }, reason, reads)
  },
  to: {
    by: ({ reason }) => (reason === null ? 'now' : 'later'),
    is: { now: 'ClosedForBidsAndOffers' },
  },
  done: ({ reason }) =>
    reason === null ? 'The round is closed for bids and offers' : 'The closing has been brought forward',
})
