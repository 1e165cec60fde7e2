import type { Case } from '#domain/case/case'
import type { CoverSource } from '#domain/case/unit-replacement'
import type { Pence } from '@credit-market/values/money'
import { update, type Change, type EffectContext, type Read } from '../kit/changes.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { coverSentences, recordCover } from './cover.ts'
import { readCoverFacts } from './cover-facts.ts'
import { notifyOfCover, readCoverWithReaders, type CoverWithReaders } from './notify-of-cover.ts'

const NOT_CONFIRMED =
  'The independent check does not confirm this replacement, so nothing was replaced. Tell those who maintain the product'

/** The common parts of both actions that replace failed units; `none` says that the source has no units for them. */
export const replacingAction = (from: CoverSource, none: string) => ({
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
export const replacementReason = withHint(
  longText('Why are the units replaced?'),
  'Everyone whom the case concerns can read this.',
)

/** Changes of a replacement; `pricePerUnit` is null for units of the reserve. */
export const replaceUnits = (
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
