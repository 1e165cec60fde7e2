import { action } from '../../kit/action.ts'
import { update } from '../../kit/changes.ts'
import { longText } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'

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
