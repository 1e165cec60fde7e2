import { findBiddingTimesErrors } from '#domain/round/bidding-times'
import { toObstacle } from '../common/obstacle.ts'
import { dateTimeField, toInstant } from '../fields/date-time.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, withHint, optional } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'
import {
  bringForwardHint,
  earliestNewTime,
  bringForwardRefusal,
  bringForwardReason,
} from './bring-forward.ts'
import { readEarlierAmounts, requireAmountConfirmation } from './match/reopened.ts'
import { readTimesRecipients, announceTimes, previewTimes } from './tell-times.ts'

/**
 * Opens a round for bids and offers, or re-opens it so that they may be changed. An announced opening is brought forward as far
 * as notice allows. After a re-opening, every bidder is notified, and confirms or changes its amounts.
 */
export const openBidsAndOffers = action({
  name: 'OpenBidsAndOffers',
  on: 'round',
  title: 'Open bids and offers',
  binds: {
    verb: 'Open for bids and offers',
    undone: 'Registration ends. You can close the round for bids and offers again.',
  },
  who: [operator, system],
  approval: 'secondPerson',
  // Re-opening lets people change bids after they may have read others; no one moves an announced time alone.
  approvalWhen: ({ status, bidsOpen }) => status !== 'Closed' || bidsOpen !== null,
  from: ['Closed', 'ClosedForBidsAndOffers', 'Failed', 'Rejected'],
  given: async (read, round) => {
    const roundId = round.id
    const project = await read.latest('project', { roundId, status: ['ApprovedRound', 'Offered'] })
    const requirement = await read.latest('requirement', { roundId, status: ['Registered', 'Bid'] })
    const lacking = (one: object | undefined, text: string) =>
      one ? [] : [toObstacle('round', round, 'Open', text)]
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
    reason: bringForwardReason,
    bidsClose: optional(
      withHint(
        dateTimeField('Bids and offers close'),
        'UK time. If you leave this empty, you close them yourself.',
      ),
    ),
  },
  show: {
    reason: (_answers, given) => earliestNewTime(given) !== null,
    // The first announced time has passed.
    bidsClose: (_answers, { isAgain }) => isAgain,
  },
  initial: () => ({ bidsClose: null }),
  check: ({ bidsClose }, { obstacles: [first], isAgain, at, time }) => ({
    ...(isAgain
      ? findBiddingTimesErrors({ bidsOpen: null, bidsClose: toInstant(bidsClose) }, null, {
          ...{ bidsOpen: null, bidsClose: null },
          isAnnounced: true,
          at,
        })
      : {}),
    form: first?.text ?? bringForwardRefusal({ time, at }),
  }),
  beside: (_answers, given) => ({ confirmed: bringForwardHint('open', given) }),
  reads: async (read, round) => ({
    ...(await readTimesRecipients(read, round)),
    ...(await readEarlierAmounts(read, round)),
  }),
  preview: ({ subject, given, reads }) => {
    const bidsOpen = earliestNewTime(given)
    return { preview: bidsOpen === null ? [] : previewTimes({ ...subject, bidsOpen }, reads) }
  },
  effect: ({ subject, values: { reason, bidsClose }, given, reads, now }) => {
    const bidsOpen = earliestNewTime(given)
    if (bidsOpen !== null) return announceTimes(subject, { ...subject, bidsOpen }, reason, reads)
    return given.isAgain
      ? [
          update('round', subject, { bidsOpen: null, bidsClose, unwitnessedReason: null }),
          ...requireAmountConfirmation(subject, reads, now),
        ]
      : []
  },
  to: {
    by: ({ reason }) => (reason === null ? 'now' : 'later'),
    is: { now: 'OpenForBidsAndOffers' },
  },
  done: ({ reason }) =>
    reason === null ? 'The round is open for bids and offers' : 'The opening time has been brought forward',
})
