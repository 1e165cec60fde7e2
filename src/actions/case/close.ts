import { putsUnitsInDoubt } from '#domain/case/case'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText, notStored, oneOf, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { remarkOnUnits } from './fail-units.ts'
import { endCover } from './cover.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'

const OUTCOMES = ['Restored', 'Lost'] as const
const OUTCOME_LABELS: Record<(typeof OUTCOMES)[number], string> = {
  Restored: 'Yes, the capacity is delivered again',
  Lost: 'No, the units have failed for good',
}

/** Closes a case on which nothing is left to do; units that it failed are sound again only if their capacity is delivered again. */
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
  given: async (_read, { failedSince }) => ({ hasFailedUnits: failedSince !== null }),
  fields: {
    outcome: withHint(
      notStored(oneOf('Can the units that failed be relied on again?', OUTCOMES, OUTCOME_LABELS)),
      'The project has been inspected again, and delivers what its services were certified for.',
    ),
    reason: withHint(longText('How did it end?'), 'Everyone whom the case concerns can read this.'),
  },
  initial: () => ({}),
  show: { outcome: (_answers, { hasFailedUnits }) => hasFailedUnits },
  to: 'Closed',
  reads: async (read, subject) => {
    const failures = await read.list('unitFailure', { caseId: subject.id, endedAt: null })
    const creditIds = [...new Set(failures.map(({ creditId }) => creditId))].toSorted()
    const replacements =
      failures.length === 0
        ? []
        : await read.list('unitReplacement', { failureId: failures.map(({ id }) => id), endedAt: null })
    const sourceIds = [...new Set(replacements.map(one => one.creditId))].toSorted()
    return {
      failures,
      replacements,
      creditIds,
      credits: creditIds.length === 0 ? [] : await read.list('credit', { id: creditIds }),
      sources: sourceIds.length === 0 ? [] : await read.list('credit', { id: sourceIds }),
      notices: await readConcernedNotices(read, subject),
    }
  },
  effect: ({
    subject,
    values,
    reads: { failures, replacements, creditIds, credits, sources, notices },
    now,
  }) => [
    update('case', subject, { reason: values.reason, endedAt: now }),
    ...(values.outcome === 'Restored'
      ? [
          ...failures.map(failure => update('unitFailure', failure, { endedAt: now })),
          ...endCover({ failures, replacements, credits, sources }, now),
          ...remarkOnUnits(subject, credits, creditIds, 'units are sound again'),
        ]
      : []),
    ...notifyOfDecision(subject, notices),
  ],
  done: 'The case has been closed',
})
