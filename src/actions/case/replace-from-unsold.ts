import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText, money, notStored, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { coverSentences, recordCover } from './cover.ts'
import { readCoverFacts } from './cover-facts.ts'
import { notifyOfCover, readCoverWithReaders } from './notify-of-cover.ts'

const NOTHING_UNSOLD = 'No unsold units may replace the failed ones, or all failed units are replaced already'

/** Replaces failed units by unsold units of verified projects: as many as possible on every day, at a recorded price (decision 0192). */
export const replaceFromUnsold = action({
  name: 'ReplaceFromUnsold',
  on: 'case',
  title: 'Replace from unsold units',
  description:
    'Unsold units of verified projects take the place of failed ones, as many as the rules of compatibility allow. Draw on the reserve first, which costs nothing.',
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
    const facts = await readCoverFacts(read, subject, 'unsold')
    return { cover: facts.cover, sentences: coverSentences(facts) }
  },
  fields: {
    price: withHint(
      notStored(money('Price per unit')),
      'As agreed with the suppliers, the same for all units that are replaced now. Only the market operator can read it.',
    ),
    reason: withHint(
      longText('Why are the units replaced?'),
      'Everyone whom the case concerns can read this.',
    ),
  },
  initial: () => ({}),
  check: (_answers, { cover }) => (cover.length === 0 ? { form: NOTHING_UNSOLD } : {}),
  reads: (read, subject) => readCoverWithReaders(read, subject, 'unsold'),
  preview: ({ given: { sentences } }) => ({ preview: sentences }),
  effect: ({ subject, values, reads, newId }) => [
    update('case', subject, { reason: values.reason }),
    ...recordCover(subject, reads.facts, { pricePerUnit: values.price, newId }),
    ...notifyOfCover(subject, reads),
  ],
  done: 'The failed units have been replaced',
})
