import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { system } from '../kit/who.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'

/** Ends a remedy whose day has passed: the case is open again as it was before. */
export const endRectification = action({
  name: 'EndRectification',
  on: 'case',
  title: 'End the time to put it right',
  who: [system],
  from: ['Remedying'],
  fields: {},
  to: {
    by: (_values, { confirmedAt }) => (confirmedAt === null ? 'reported' : 'confirmed'),
    is: { reported: 'Reported', confirmed: 'Confirmed' },
  },
  reads: readConcernedNotices,
  effect: ({ subject, reads }) => [
    update('case', subject, { rectifyBy: null }),
    ...notifyOfDecision(subject, reads),
  ],
})
