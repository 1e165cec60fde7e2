import type { Case } from '#domain/case/case'
import type { CoverSource } from '#domain/case/unit-replacement'
import type { Pence } from '@credit-market/values/money'
import { type Change, type EffectContext, type Read, update } from '../kit/changes.ts'
import { longText, withHint, money, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { coverSentences, recordCover } from './cover.ts'
import { readCoverFacts } from './cover-facts.ts'
import { type CoverWithReaders, notifyOfCover, readCoverWithReaders } from './notify-of-cover.ts'
import { action } from '../kit/action.ts'

const NOT_CONFIRMED =
  'The independent check does not confirm this replacement, so nothing was replaced. Tell those who maintain the product'

/** The common parts of both actions that replace failed units; `none` says that the source has no units for them. */
const replacingAction = (from: CoverSource, none: string) => ({
  binds: {
    verb: 'Replace the units',
    undone:
      'The replacement ends only if the failed units are delivered again, or if the replacing units fail.',
  },
  who: [operator],
  stepUp: true as const,
  approval: 'secondPerson' as const,
  from: ['Confirmed', 'Remedying'] as const,
  when: ({ failedSince }: Case) => failedSince !== null || 'No units have failed in this case',
  given: async (read: Read, subject: Case) => {
    const facts = await readCoverFacts(read, subject, from)
    return { cover: facts.cover, sentences: coverSentences(facts), errors: facts.errors }
  },
  initial: () => ({}),
  check: (
    _answers: unknown,
    { cover, errors: [error] }: { cover: readonly unknown[]; errors: readonly string[] },
  ) => {
    if (error !== undefined) return { form: `${NOT_CONFIRMED}: ${error}` }
    return cover.length === 0 ? { form: none } : {}
  },
  reads: (read: Read, subject: Case) => readCoverWithReaders(read, subject, from),
  preview: ({ given: { sentences } }: { given: { sentences: string[] } }) => ({ preview: sentences }),
  done: 'The failed units have been replaced',
})

/** Reason for a replacement. */
const replacementReason = withHint(
  longText('Why are the units replaced?'),
  'Everyone whom the case concerns can read this.',
)

/** Changes of a replacement; `pricePerUnit` is null for units of the reserve. */
const replaceUnits = (
  subject: Case,
  reads: CoverWithReaders,
  {
    reason,
    pricePerUnit,
    newId,
  }: Pick<EffectContext, 'newId'> & { reason: string; pricePerUnit: Pence | null },
): Change[] => [
  update('case', subject, { reason }),
  ...recordCover(subject, reads.facts, { pricePerUnit, newId }),
  ...notifyOfCover(subject, reads),
]

const NOTHING_TO_DRAW =
  'The reserve has no units that may replace the failed ones, or all failed units are replaced already'

/** Replaces failed units by units of the reserve: as many as possible on every day, at no price (decision 0191). */
export const drawOnReserve = action({
  ...replacingAction('reserve', NOTHING_TO_DRAW),
  name: 'DrawOnReserve',
  on: 'case',
  title: 'Draw on the reserve',
  description:
    'Units of the reserve take the place of failed ones, as many as the rules of compatibility allow.',
  fields: { reason: replacementReason },
  effect: ({ subject, values: { reason }, reads, newId }) =>
    replaceUnits(subject, reads, { reason, pricePerUnit: null, newId }),
})

const NOTHING_UNSOLD = 'No unsold units may replace the failed ones, or all failed units are replaced already'

/** Replaces failed units by unsold units of verified projects: as many as possible on every day, at a recorded price (decision 0192). */
export const replaceFromUnsold = action({
  ...replacingAction('unsold', NOTHING_UNSOLD),
  name: 'ReplaceFromUnsold',
  on: 'case',
  title: 'Replace from unsold units',
  description:
    'Unsold units of verified projects take the place of failed ones, as many as the rules of compatibility allow. Draw on the reserve first, which costs nothing.',
  fields: {
    price: withHint(
      notStored(money('Price per unit')),
      'As agreed with the suppliers, the same for all units that are replaced now. Only the market operator can read it.',
    ),
    reason: replacementReason,
  },
  effect: ({ subject, values: { reason, price }, reads, newId }) =>
    replaceUnits(subject, reads, { reason, pricePerUnit: price, newId }),
})
