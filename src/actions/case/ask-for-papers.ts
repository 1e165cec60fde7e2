import type { Day } from '@credit-market/values/dates'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notifyConcerned, readConcernedNotices } from './concerned.ts'

const isTooEarly = (day: Day | null | undefined, today: Day) =>
  day && day <= today ? 'Must be after today' : undefined

/** Asks both sides of a dispute for their papers, each by a day; it is decided once both have filed them or their days have passed (decision 0202). */
export const askForPapers = action({
  name: 'AskForPapers',
  on: 'case',
  title: 'Ask for papers',
  who: [operator],
  from: ['Reported'],
  when: ({ type }) => type === 'Dispute' || 'Only a dispute has two sides',
  fields: {
    ownerPapersBy: withHint(date('Papers of the owner by'), 'The owner of the project and its agents.'),
    otherPapersBy: withHint(
      date('Papers of the other side by'),
      'Everyone else whom the dispute concerns: those who hold or supply the units.',
    ),
    reason: withHint(
      longText('What should the papers say?'),
      'Everyone whom the case concerns can read this.',
    ),
  },
  initial: ({ ownerPapersBy, otherPapersBy }) => ({ ownerPapersBy, otherPapersBy }),
  check: ({ ownerPapersBy, otherPapersBy }, { today }) => ({
    ownerPapersBy: isTooEarly(ownerPapersBy, today),
    otherPapersBy: isTooEarly(otherPapersBy, today),
  }),
  reads: readConcernedNotices,
  effect: ({ subject, values, reads }) => [
    update('case', subject, values),
    ...notifyConcerned('holding-papers-asked', subject, reads),
  ],
  done: 'Both sides have been asked for their papers',
})
