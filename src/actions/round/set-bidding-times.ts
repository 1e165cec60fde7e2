import {
  isAnnouncedTimeChanged,
  MIN_NOTICE_HOURS,
  lastRegistrationDateOf,
  findBiddingTimesErrors,
} from '#domain/round/bidding-times'
import { dateTimeField, toInstant } from '../fields/date-time.ts'
import { action } from '../kit/action.ts'
import { withHint, longText, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readTimesRecipients, announceTimes, previewTimes } from './tell-times.ts'

const UK_TIME = 'UK time.'

/** Announces the times of bids and offers, or moves announced ones, with notice and a reason, and notifies everyone. */
export const setBiddingTimes = action({
  name: 'SetBiddingTimes',
  on: 'round',
  title: 'Set bidding times',
  description: `Bids and offers open and close automatically at these times. Until an announced time comes, you can move it later. To move it earlier, you must give at least ${MIN_NOTICE_HOURS} hours' notice.`,
  binds: {
    verb: 'Announce these times',
    undone: `You can change the times again if you give a reason. To move a time earlier, you must give ${MIN_NOTICE_HOURS} hours' notice.`,
  },
  who: [operator],
  approval: 'secondPerson',
  approvalWhen: ({ bidsOpen, bidsClose }) => bidsOpen !== null || bidsClose !== null,
  from: ['Open', 'Closed', 'OpenForBidsAndOffers'],
  given: async (read, round) => ({
    at: await read.clock(),
    announced: { bidsOpen: round.bidsOpen, bidsClose: round.bidsClose },
    isBidding: round.status === 'OpenForBidsAndOffers',
    registrationEnds: lastRegistrationDateOf([
      ...[round.suppliersEnd, round.buyersEnd, round.projectsEnd, round.requirementsEnd],
    ]),
  }),
  fields: {
    bidsOpen: optional(
      withHint(
        dateTimeField('Bids and offers open'),
        `${UK_TIME} If you leave this empty, you open them yourself.`,
      ),
    ),
    bidsClose: withHint(
      dateTimeField('Bids and offers close'),
      `${UK_TIME} No offers or bids are accepted after this time.`,
    ),
    reason: withHint(longText('Reason', 3), 'Everyone who takes part can read this.'),
  },
  show: {
    bidsOpen: (_answers, { isBidding }) => !isBidding,
    reason: ({ bidsOpen, bidsClose }, { announced, isBidding }) =>
      isAnnouncedTimeChanged(
        { bidsOpen: isBidding ? null : toInstant(bidsOpen), bidsClose: toInstant(bidsClose) },
        announced,
      ),
  },
  check: ({ bidsOpen, bidsClose }, { at, announced, isBidding, registrationEnds }) => {
    const next = {
      bidsOpen: isBidding ? announced.bidsOpen : toInstant(bidsOpen),
      bidsClose: toInstant(bidsClose),
    }
    const wrong = findBiddingTimesErrors(next, registrationEnds, { ...announced, isAnnounced: true, at })
    const isSame = next.bidsOpen === announced.bidsOpen && next.bidsClose === announced.bidsClose
    return isSame ? { ...wrong, form: 'These times are already announced. Change one of them' } : wrong
  },
  reads: readTimesRecipients,
  preview: ({ subject, values, given, reads }) => ({
    preview: previewTimes(
      { ...values, bidsOpen: given.isBidding ? subject.bidsOpen : values.bidsOpen },
      reads,
    ),
  }),
  effect: ({ subject, values: { bidsOpen, bidsClose, reason }, given, reads }) =>
    announceTimes(
      subject,
      { bidsOpen: given.isBidding ? subject.bidsOpen : bidsOpen, bidsClose },
      reason,
      reads,
    ),
  done: 'The times have been announced',
})
