import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'

/** Dismisses a report that was wrong: nothing follows from it. */
export const dismissCase = action({
  name: 'Dismiss',
  on: 'case',
  title: 'Dismiss',
  who: [operator],
  from: ['Reported'],
  when: ({ confirmedAt }) =>
    confirmedAt === null || 'The case is confirmed; close it once nothing is left to do',
  fields: {
    reason: withHint(
      longText('Why do you dismiss it?'),
      'Everyone whom the case concerns can read this. Units that were in doubt only because of this report no longer are.',
    ),
  },
  initial: () => ({}),
  to: 'Dismissed',
  reads: readConcernedNotices,
  effect: ({ subject, values, reads, now }) => [
    update('case', subject, { reason: values.reason, endedAt: now }),
    ...notifyOfDecision(subject, reads),
  ],
  done: 'The case has been dismissed',
})
