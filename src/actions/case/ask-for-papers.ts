import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { futureDate, longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notifyConcerned, readConcernedNotices } from './concerned.ts'

/** Asks both sides of a dispute for their papers, each by a day; it is decided once both have filed them or their days have passed (decision 0202). */
export const askForPapers = action({
  name: 'AskForPapers',
  on: 'case',
  title: 'Ask for papers',
  who: [operator],
  from: ['Reported'],
  when: ({ type }) => type === 'Dispute' || 'Only a dispute has two sides',
  fields: {
    ownerPapersBy: withHint(futureDate('Papers of the owner by'), 'The owner of the project and its agents.'),
    otherPapersBy: withHint(
      futureDate('Papers of the other side by'),
      'Everyone else whom the dispute concerns: those who hold or supply the units.',
    ),
    reason: withHint(
      longText('What should the papers say?'),
      'Everyone whom the case concerns can read this.',
    ),
  },
  initial: ({ ownerPapersBy, otherPapersBy }) => ({ ownerPapersBy, otherPapersBy }),
  reads: readConcernedNotices,
  effect: ({ subject, values, reads }) => [
    update('case', subject, values),
    ...notifyConcerned('holding-papers-asked', subject, reads),
  ],
  done: 'Both sides have been asked for their papers',
})
