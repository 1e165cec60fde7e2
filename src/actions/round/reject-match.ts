import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Turns a match down, with the reason; the round may be matched again or re-opened for bids and offers. */
export const rejectMatch = action({
  name: 'RejectMatch',
  on: 'round',
  title: 'Reject match',
  binds: {
    verb: 'Reject this match',
    undone:
      'This match cannot be taken up again; the round can be matched anew, or opened again for bids and offers.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Matched'],
  fields: { reason: longText('Reason') },
  initial: () => ({}),
  to: 'Rejected',
  effect: ({ subject, values }) => [update('round', subject, { rejectionReason: values.reason })],
})
