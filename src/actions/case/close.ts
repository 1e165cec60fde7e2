import { putsUnitsInDoubt } from '#domain/case/case'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notifyOfDecision, readNotices } from './concerned-notices.ts'

/** Closes a case on which nothing is left to do. */
export const closeCase = action({
  name: 'Close',
  on: 'case',
  title: 'Close',
  binds: {
    verb: 'Close the case',
    undone: 'You cannot open the case again. You can report a new one.',
  },
  who: [operator],
  approval: 'secondPerson',
  approvalWhen: ({ type }) => putsUnitsInDoubt(type),
  from: ['Confirmed', 'Remedying'],
  fields: {
    reason: withHint(longText('How did it end?'), 'Everyone whom the case concerns can read this.'),
  },
  initial: () => ({}),
  to: 'Closed',
  reads: readNotices,
  effect: ({ subject, values, reads, now }) => [
    update('case', subject, { reason: values.reason, endedAt: now }),
    ...notifyOfDecision(subject, reads),
  ],
  done: 'The case has been closed',
})
