import { certificateSeriesOf } from '#domain/credit/certificate'
import { distinct } from '#domain/values/grouped'
import type { Instant } from '@credit-market/values/dates'
import {
  issueAgreementSchedule,
  issueObligationSchedule,
  revokeCertificates,
} from '../common/certificates.ts'
import { readFailedUnits } from '../common/failed-units.ts'
import { action } from '../kit/action.ts'
import { addRemark, changeStatus, update, type Change, type Read } from '../kit/changes.ts'
import { longText, notStored, oneOfGiven, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'
import { readReleases } from './release-facts.ts'

const NO_ONE_TO_RELEASE =
  'No rights can lapse because of this case: credits have been issued, or other units replace all that failed'

const LAPSED = 'The rights lapsed'

/** Reads what a requirement holds, and what rests on it: certificates, projects, and units that replace its failed ones. */
const readHeldRights = async (read: Read, requirementId: string) => {
  const [requirement, credits, certificates] = await Promise.all([
    read.one('requirement', requirementId),
    read.list('credit', { requirementId }),
    read.list('certificate', {
      subjectKind: 'requirement',
      subjectId: requirementId,
      state: 'Current',
    }),
  ])
  const { replacements } = await readFailedUnits(read, { creditId: credits.map(({ id }) => id) })
  const projectIds = distinct(credits.map(({ projectId }) => projectId)).toSorted()
  const ofProjects = { subjectKind: 'project', subjectId: projectIds, state: 'Current' } as const
  const sold = await read.list('credit', { projectId: projectIds })
  return {
    ...{ requirement, credits, certificates, projectIds, replacements },
    schedules: await read.list('certificate', ofProjects),
    /** Projects whose deed still secures units that others hold. */
    stillSold: distinct(
      sold.flatMap(one =>
        one.isPermanent && one.requirementId !== null && one.requirementId !== requirementId
          ? [one.projectId]
          : [],
      ),
    ).toSorted(),
  }
}

/** Makes the schedules of the projects again: that of a deed ends if it secures nothing any more. */
const renewSchedules = (
  { schedules, stillSold }: Awaited<ReturnType<typeof readHeldRights>>,
  now: Instant,
): Change[] =>
  schedules.flatMap(one => {
    const series = certificateSeriesOf(one.kind)
    if (series === 'schedule') return [issueAgreementSchedule('project', { id: one.subjectId }, LAPSED)]
    if (series !== 'obligation') return []
    return stillSold.includes(one.subjectId)
      ? [issueObligationSchedule('project', { id: one.subjectId }, LAPSED)]
      : revokeCertificates([one], now, LAPSED)
  })

/**
 * Lets the rights of a requirement lapse, because its buyer does not go on or its units have failed without cover: the units are
 * unsold again, the requirement is free for another round, and no one else pays or receives anything else (decision 0200).
 */
export const releaseBuyer = action({
  name: 'ReleaseBuyer',
  on: 'case',
  title: 'Release the buyer',
  description: 'The rights lapse, their units are unsold again, and the requirement can join another round.',
  binds: {
    verb: 'Release the buyer',
    undone: 'You cannot undo this. The certificates of these rights are never valid again.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Confirmed'],
  when: ({ type, failedSince }) =>
    type === 'BuyerDefault' || failedSince !== null || 'Rights do not lapse because of this type of case',
  given: async (read, subject) => ({ requirements: await readReleases(read, subject) }),
  fields: {
    requirement: withHint(
      notStored(oneOfGiven('Which credit requirement?', 'requirements')),
      'All its rights lapse, also those to units of other projects.',
    ),
    reason: withHint(longText('Why do the rights lapse?'), 'Everyone whom the case concerns can read this.'),
  },
  initial: (_subject, { requirements }) => ({
    requirement: requirements.length === 1 ? requirements[0]?.id : null,
  }),
  check: (_answers, { requirements }) => (requirements.length === 0 ? { form: NO_ONE_TO_RELEASE } : {}),
  moves: [
    ['requirement', 'RightsCreated', 'Unmatched'],
    ['requirement', 'RightsAllocated', 'Unmatched'],
    ['credit', 'RightsCreated', 'Unused'],
    ['credit', 'RightsAllocated', 'Unused'],
  ],
  reads: async (read, subject, { requirement }) => ({
    held: await readHeldRights(read, requirement),
    notices: await readConcernedNotices(read, subject),
  }),
  preview: ({ values, given: { requirements } }) => ({
    preview: requirements.flatMap(one => (one.id === values.requirement ? one.sentences : [])),
  }),
  effect: ({ subject, values: { reason }, reads: { held, notices }, now }) => {
    const { requirement, credits, certificates, projectIds, replacements } = held
    if (!requirement) return []
    const lapsed = { requirementId: null, lapsedRequirementId: requirement.id, returnCaseId: subject.id }
    return [
      update('case', subject, { reason }),
      ...credits.map(credit => changeStatus('credit', credit, 'Unused', lapsed)),
      changeStatus('requirement', requirement, 'Unmatched', { endedAs: requirement.status, groupId: null }),
      ...replacements.map(one => update('unitReplacement', one, { endedAt: now })),
      ...revokeCertificates(certificates, now, LAPSED),
      ...renewSchedules(held, now),
      ...projectIds.map(id => addRemark('project', { id }, 'rights to its units have lapsed')),
      ...notifyOfDecision(subject, notices),
    ]
  },
  done: 'The buyer has been released',
})
