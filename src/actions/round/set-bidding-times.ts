import { isMoved, NOTICE_HOURS, registrationEndOf, wrongWithTimes } from '#domain/bidding-times'
import { dateTime, momentOf } from '../common/date-time.ts'
import { action } from '../kit/action.ts'
import { hinted, longText, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { concernedBy, setTimes, timesForeseen } from './tell-times.ts'

const AS_IN_LONDON = 'By clocks in London.'

/** Announces when bids and offers open and close, or moves what was announced: with notice and a reason, and everybody is told. */
export const setBiddingTimes = action({
  name: 'SetBiddingTimes',
  on: 'round',
  title: 'Set bidding times',
  description: `Bids and offers open and close by themselves at these times. What has been announced can be moved later until it has come, and earlier with at least ${NOTICE_HOURS} hours' notice.`,
  binds: {
    verb: 'Announce these times',
    undone: `They can be moved again, with a reason; earlier only with ${NOTICE_HOURS} hours' notice.`,
  },
  who: [operator],
  approval: 'secondPerson',
  approvalWhen: ({ bidsOpen, bidsClose }) => bidsOpen !== null || bidsClose !== null,
  from: ['Open', 'Closed', 'OpenForBidsAndOffers'],
  given: async (read, round) => ({
    at: await read.clock(),
    announced: { bidsOpen: round.bidsOpen, bidsClose: round.bidsClose },
    isBidding: round.status === 'OpenForBidsAndOffers',
    registrationEnds: registrationEndOf([
      ...[round.suppliersEnd, round.buyersEnd, round.projectsEnd, round.requirementsEnd],
    ]),
  }),
  fields: {
    bidsOpen: optional(
      hinted(dateTime('Bids and offers open'), `${AS_IN_LONDON} Left empty, they are opened by hand.`),
    ),
    bidsClose: hinted(dateTime('Bids and offers close'), `${AS_IN_LONDON} Nothing is accepted from then on.`),
    reason: hinted(longText('Reason', 3), 'Everybody who takes part reads it.'),
  },
  show: {
    bidsOpen: (_answers, { isBidding }) => !isBidding,
    reason: ({ bidsOpen, bidsClose }, { announced, isBidding }) =>
      isMoved({ bidsOpen: isBidding ? null : momentOf(bidsOpen), bidsClose: momentOf(bidsClose) }, announced),
  },
  check: ({ bidsOpen, bidsClose }, { at, announced, isBidding, registrationEnds }) => {
    const next = {
      bidsOpen: isBidding ? announced.bidsOpen : momentOf(bidsOpen),
      bidsClose: momentOf(bidsClose),
    }
    const wrong = wrongWithTimes(next, registrationEnds, { ...announced, isAnnounced: true, at })
    const isSame = next.bidsOpen === announced.bidsOpen && next.bidsClose === announced.bidsClose
    return isSame ? { ...wrong, form: 'These times are announced already' } : wrong
  },
  reads: concernedBy,
  preview: ({ subject, values, given, reads }) => ({
    preview: timesForeseen(
      { ...values, bidsOpen: given.isBidding ? subject.bidsOpen : values.bidsOpen },
      reads,
    ),
  }),
  effect: ({ subject, values: { bidsOpen, bidsClose, reason }, given, reads }) =>
    setTimes(subject, { bidsOpen: given.isBidding ? subject.bidsOpen : bidsOpen, bidsClose }, reason, reads),
  done: 'The times are announced',
})
