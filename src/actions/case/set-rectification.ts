import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { futureDate, longText, withHint } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'

/** Gives the owner until a day to put a case right; a day that passes ends the remedy by itself. */
export const setRectification = action({
  name: 'SetRectification',
  on: 'case',
  title: 'Set a day to put it right',
  who: [operator],
  from: ['Reported', 'Confirmed', 'Remedying'],
  fields: {
    rectifyBy: withHint(
      futureDate('To be put right by'),
      'The last day for it. The units stay in doubt until then; if it passes, the case goes back by itself.',
    ),
    reason: withHint(longText('What is to be done?'), 'Everyone whom the case concerns can read this.'),
  },
  initial: ({ rectifyBy }) => ({ rectifyBy }),
  to: 'Remedying',
  reads: readConcernedNotices,
  effect: ({ subject, values, reads }) => [
    update('case', subject, { rectifyBy: values.rectifyBy, reason: values.reason }),
    ...notifyOfDecision(subject, reads),
  ],
  done: 'The day has been set',
})

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
