import { putsUnitsInDoubt, type Case } from '#domain/case/case'
import { UNSIGNED_PROJECT_STATUSES, type Project } from '#domain/project/project'
import { isOneOf } from '#domain/values/narrow'
import { revokeCertificates } from '../common/certificates.ts'
import { readFailedUnits, readFailuresWithoutRefund } from '../common/failed-units.ts'
import { action } from '../kit/action.ts'
import { addRemark, changeStatus, update, type Change, type Read } from '../kit/changes.ts'
import { longText, notStored, oneOf, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { remarkOnUnits } from './fail-units.ts'
import { endCover } from './cover.ts'
import { readReleasableRequirements } from './release-facts.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'

const OUTCOMES = ['Restored', 'Lost'] as const
const OUTCOME_LABELS: Record<(typeof OUTCOMES)[number], string> = {
  Restored: 'Yes, the project delivers them',
  Lost: 'No, the units have failed for good',
}

/** Reads the project that ends if its supplier does not sign, with its certificates. */
const readUnsignedProject = async (read: Read, { type, projectId }: Case) => {
  const project =
    type === 'WillNotSign' && projectId !== null ? await read.one('project', projectId) : undefined
  if (!project || !isOneOf(UNSIGNED_PROJECT_STATUSES, project.status)) return null
  const which = { subjectKind: 'project', subjectId: project.id, state: 'Current' } as const
  return { project, certificates: await read.list('certificate', which) }
}

const NOT_SIGNED = 'The supplier did not sign'

/** Ends a project whose supplier did not sign: its land is free for another project. */
const endProject = (project: Project): Change[] => [
  changeStatus('project', project, 'Unmatched', { endedAs: project.status, groupId: null }),
  addRemark('project', project, 'its supplier did not sign'),
]

/** Closes a case on which nothing is left to do; units that it failed are sound again only if their capacity is
 * delivered again and their holder was not refunded. */
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
  given: async (read, subject) => ({
    hasFailedUnits: subject.failedSince !== null,
    waiting:
      subject.type === 'WillNotSign'
        ? (await readReleasableRequirements(read, subject)).map(({ name }) => name)
        : [],
  }),
  fields: {
    outcome: withHint(
      notStored(oneOf('Can the units that failed be relied on again?', OUTCOMES, OUTCOME_LABELS)),
      'The project has been inspected again and delivers what its services were certified for, or its supplier has signed.',
    ),
    reason: withHint(longText('How did it end?'), 'Everyone whom the case concerns can read this.'),
  },
  initial: () => ({}),
  show: { outcome: (_answers, { hasFailedUnits }) => hasFailedUnits },
  check: ({ outcome }, { waiting }) =>
    outcome === 'Lost' && waiting.length > 0
      ? { form: `Replace the failed units, or release the buyer, first: ${waiting.join(', ')}` }
      : {},
  to: 'Closed',
  moves: UNSIGNED_PROJECT_STATUSES.map(status => ['project', status, 'Unmatched']),
  reads: async (read, subject) => {
    const failed = await readFailedUnits(read, { caseId: subject.id })
    const failures = await readFailuresWithoutRefund(read, failed.failures)
    const replacements = failed.replacements.filter(({ failureId }) =>
      failures.some(({ id }) => id === failureId),
    )
    const creditIds = [...new Set(failures.map(({ creditId }) => creditId))].toSorted()
    const sourceIds = [...new Set(replacements.map(one => one.creditId))].toSorted()
    return {
      failures,
      replacements,
      creditIds,
      credits: await read.list('credit', { id: creditIds }),
      sources: await read.list('credit', { id: sourceIds }),
      unsigned: await readUnsignedProject(read, subject),
      notices: await readConcernedNotices(read, subject),
    }
  },
  effect: ({
    subject,
    values,
    reads: { failures, replacements, creditIds, credits, sources, unsigned, notices },
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
    ...(values.outcome === 'Lost' && unsigned !== null
      ? [...endProject(unsigned.project), ...revokeCertificates(unsigned.certificates, now, NOT_SIGNED)]
      : []),
    ...notifyOfDecision(subject, notices),
  ],
  done: 'The case has been closed',
})
