import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { coverSentences, recordCover } from './cover.ts'
import { readCoverFacts } from './cover-facts.ts'
import { notifyOfCover, readCoverWithReaders } from './notify-of-cover.ts'

const NOTHING_TO_DRAW =
  'The reserve has no units that may replace the failed ones, or all failed units are replaced already'

/** Replaces failed units by units of the reserve: as many as possible on every day, at no price (decision 0191). */
export const drawOnReserve = action({
  name: 'DrawOnReserve',
  on: 'case',
  title: 'Draw on the reserve',
  description:
    'Units of the reserve take the place of failed ones, as many as the rules of compatibility allow.',
  binds: {
    verb: 'Replace the units',
    undone:
      'The replacement ends only if the failed units are delivered again, or if the replacing units fail.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Confirmed', 'Remedying'],
  when: ({ failedSince }) => failedSince !== null || 'No units have failed in this case',
  given: async (read, subject) => {
    const facts = await readCoverFacts(read, subject, 'reserve')
    return { cover: facts.cover, sentences: coverSentences(facts) }
  },
  fields: {
    reason: withHint(
      longText('Why are the units replaced?'),
      'Everyone whom the case concerns can read this.',
    ),
  },
  initial: () => ({}),
  check: (_answers, { cover }) => (cover.length === 0 ? { form: NOTHING_TO_DRAW } : {}),
  reads: (read, subject) => readCoverWithReaders(read, subject, 'reserve'),
  preview: ({ given: { sentences } }) => ({ preview: sentences }),
  effect: ({ subject, values, reads, newId }) => [
    update('case', subject, { reason: values.reason }),
    ...recordCover(subject, reads.facts, { pricePerUnit: null, newId }),
    ...notifyOfCover(subject, reads),
  ],
  done: 'The failed units have been replaced',
})
