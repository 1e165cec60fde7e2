import { action } from '../../kit/action.ts'
import { operator } from '../../kit/who.ts'
import { update } from '../../kit/changes.ts'
import { longText } from '../../kit/fields.ts'

/** Leads to the page for reviewing a match before it is accepted or rejected; afterwards the panel of the match leads there. */
export const reviewMatches = action({
  name: 'ReviewMatches',
  on: 'round',
  title: 'Review pending matches',
  navigatesTo: '/markets/{marketId}/round/{id}/review',
  who: [operator],
  from: ['Matched'],
  fields: {},
})

/** Rejects a match with a reason; the round may be matched again, or re-opened for bids and offers. */
export const rejectMatch = action({
  name: 'RejectMatch',
  on: 'round',
  title: 'Reject match',
  binds: {
    verb: 'Reject this match',
    undone:
      'You cannot use this match again. You can match the round again, or open it again for bids and offers.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Matched'],
  fields: { reason: longText('Reason') },
  initial: () => ({}),
  to: 'Rejected',
  effect: ({ subject, values }) => [update('round', subject, { rejectionReason: values.reason })],
  done: 'The match has been rejected',
})
