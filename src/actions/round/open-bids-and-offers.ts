import { wrongWithTimes } from '#domain/bidding-times'
import { obstacle } from '../common/obstacle.ts'
import { dateTime, momentOf } from '../common/date-time.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, hinted, optional } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'
import { besideTick, forwardTo, tooNear, whyForward } from './bring-forward.ts'
import { madeBefore, toConfirm } from './reopened.ts'
import { concernedBy, setTimes, timesForeseen } from './tell-times.ts'

/**
 * Opens a round for bids and offers, or opens it again so that they may be changed. Where the opening is announced, it is
 * brought forward as far as notice allows. Opened again, every bidder is told, and confirms or changes what it has made.
 */
export const openBidsAndOffers = action({
  name: 'OpenBidsAndOffers',
  on: 'round',
  title: 'Open bids and offers',
  binds: {
    verb: 'Open for bids and offers',
    undone: 'The round can be closed again for bids and offers; registration ends here.',
  },
  who: [operator, system],
  approval: 'secondPerson',
  // To open it again is to let bids be changed by whoever may have read them; what is announced is not moved by one alone.
  approvalWhen: ({ status, bidsOpen }) => status !== 'Closed' || bidsOpen !== null,
  from: ['Closed', 'ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  given: async (read, round) => {
    const roundId = round.id
    const project = await read.latest('project', { roundId, status: ['ApprovedRound', 'Offered'] })
    const requirement = await read.latest('requirement', { roundId, status: ['Registered', 'Bid'] })
    const lacking = (one: object | undefined, text: string) =>
      one ? [] : [obstacle('round', round, 'Open', text)]
    return {
      time: round.status === 'Closed' ? round.bidsOpen : null,
      at: await read.clock(),
      isAgain: round.status !== 'Closed',
      obstacles: [
        ...lacking(project, 'At least one project must be approved for the round'),
        ...lacking(requirement, 'At least one credit requirement must be registered'),
      ],
    }
  },
  fields: {
    confirmed: confirm('Open this market round for bids and offers'),
    reason: whyForward,
    bidsClose: optional(
      hinted(dateTime('Bids and offers close'), 'By clocks in London. Left empty, they are closed by hand.'),
    ),
  },
  show: {
    reason: (_answers, given) => forwardTo(given) !== null,
    // What was announced for the first time is over.
    bidsClose: (_answers, { isAgain }) => isAgain,
  },
  initial: () => ({ bidsClose: null }),
  check: ({ bidsClose }, { obstacles: [first], isAgain, at, time }) => ({
    ...(isAgain
      ? wrongWithTimes({ bidsOpen: null, bidsClose: momentOf(bidsClose) }, null, {
          ...{ bidsOpen: null, bidsClose: null },
          isAnnounced: true,
          at,
        })
      : {}),
    form: first?.text ?? tooNear({ time, at }),
  }),
  beside: (_answers, given) => ({ confirmed: besideTick('open', given) }),
  reads: async (read, round) => ({ ...(await concernedBy(read, round)), ...(await madeBefore(read, round)) }),
  preview: ({ subject, given, reads }) => {
    const bidsOpen = forwardTo(given)
    return { preview: bidsOpen === null ? [] : timesForeseen({ ...subject, bidsOpen }, reads) }
  },
  effect: ({ subject, values: { reason, bidsClose }, given, reads, now }) => {
    const bidsOpen = forwardTo(given)
    if (bidsOpen !== null) return setTimes(subject, { ...subject, bidsOpen }, reason, reads)
    return given.isAgain
      ? [
          update('round', subject, { bidsOpen: null, bidsClose, unwitnessedReason: null }),
          ...toConfirm(subject, reads, now),
        ]
      : []
  },
  to: {
    by: ({ reason }) => (reason === null ? 'now' : 'later'),
    is: { now: 'OpenForBidsAndOffers' },
  },
  done: ({ reason }) =>
    reason === null ? 'The round is open for bids and offers' : 'The opening has been brought forward',
})
