import { putsUnitsInDoubt } from '#domain/case/case'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { additionalFile, longText, optional, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notifyOfDecision, readNotices } from './concerned-notices.ts'

/** Confirms that what was reported is so. */
export const confirmCase = action({
  name: 'Confirm',
  on: 'case',
  title: 'Confirm',
  binds: {
    verb: 'Confirm the case',
    undone: 'You cannot undo this. Everyone whom the case concerns gets a message straight away.',
  },
  who: [operator],
  approval: 'secondPerson',
  approvalWhen: ({ type }) => putsUnitsInDoubt(type),
  from: ['Reported', 'Remedying'],
  when: ({ confirmedAt }) => confirmedAt === null || 'The case is confirmed already',
  fields: {
    reason: withHint(longText('What did you find?'), 'Everyone whom the case concerns can read this.'),
    document: withHint(
      optional(additionalFile('Document', 'Evidence')),
      'For example a report or photos. Everyone whom the case concerns can open it.',
    ),
  },
  initial: () => ({}),
  to: 'Confirmed',
  reads: readNotices,
  effect: ({ subject, values, reads, now }) => [
    update('case', subject, { reason: values.reason, confirmedAt: now, rectifyBy: null }),
    ...notifyOfDecision(subject, reads),
  ],
  done: 'The case has been confirmed',
})
