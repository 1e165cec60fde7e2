import type { Case } from '#domain/case/case'
import { certificateSeriesOf } from '#domain/credit/certificate'
import type { Credit } from '#domain/credit/credit'
import { distinct } from '#domain/values/grouped'
import { showUnits } from '@credit-market/values/units'
import { issueProgressCertificate, revokeCertificates } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { addRemark, changeStatus, update, type Read } from '../kit/changes.ts'
import { longText, notStored, oneOfGiven, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'
import { readCoveringUnits } from './covering-units.ts'

/** Issued credits that can be recalled together: those of a requirement, or the reserve and the unsold units of the project. */
interface Recallable {
  id: string
  name: string
  credits: readonly Credit[]
}

/** Choice that stands for the reserve and the unsold units of the project. */
const UNSOLD = 'unsold'

const RECALLED = 'The credits were issued in error, and recalled'

/** Reads what can be recalled because of a case: issued credits that no one has used, and that replace no others. */
const readRecallable = async (read: Read, { projectId }: Case): Promise<Recallable[]> => {
  const own = projectId === null ? [] : await read.list('credit', { projectId, status: 'Issued' })
  const ids = distinct(own.map(({ requirementId }) => requirementId)).toSorted()
  const unsold = own.filter(({ requirementId }) => requirementId === null)
  const [requirements, held, covering] = await Promise.all([
    read.list('requirement', { id: ids, status: 'CreditsIssued' }),
    read.list('credit', { requirementId: ids }),
    readCoveringUnits(
      read,
      unsold.map(({ id }) => id),
    ),
  ])
  const free = unsold.filter(({ id }) => covering.every(({ replacement }) => replacement.creditId !== id))
  return [
    ...requirements.map(({ id, name }) => ({
      ...{ id, name },
      credits: held.filter(({ requirementId }) => requirementId === id),
    })),
    ...(free.length === 0 ? [] : [{ id: UNSOLD, name: 'The reserve and the unsold units', credits: free }]),
  ]
}

/** Status to which a credit goes back when it is recalled. */
const statusBefore = ({ requirementId, isReserved }: Credit) => {
  if (requirementId !== null) return 'RightsAllocated' as const
  return isReserved ? ('RightsCreated' as const) : ('Unused' as const)
}

const sentencesAbout = ({ id, name, credits }: Recallable, nameOf: (id: string) => string): string[] => [
  id === UNSOLD
    ? 'These units are not issued any more: verify the project again to issue them'
    : `The credits of ${name} are not issued any more, and its rights stay allocated: issue them again once everything is right`,
  ...credits.map(({ units, projectId }) => `${showUnits(units)} units of ${nameOf(projectId)} are recalled`),
  'The certificates of these credits are revoked',
]

/**
 * Recalls credits that were issued in error: they go back to what they were before, and their certificates are revoked (decision
 * 0200). Credits that have been used cannot be recalled.
 */
export const recallCredits = action({
  name: 'Recall',
  on: 'case',
  title: 'Recall credits',
  description: 'Credits that were issued in error go back to what they were before they were issued.',
  binds: {
    verb: 'Recall the credits',
    undone: 'The certificates of these credits are never valid again. You can issue the credits again.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Confirmed'],
  when: ({ type }) => type === 'IssuedInError' || 'Only credits that were issued in error are recalled',
  given: async (read, subject) => {
    const recallable = await readRecallable(read, subject)
    const projectIds = distinct(
      recallable.flatMap(({ credits }) => credits.map(one => one.projectId)),
    ).toSorted()
    const projects = await read.list('project', { id: projectIds })
    const nameOf = (id: string) => projects.find(one => one.id === id)?.name ?? id
    return {
      recallable: recallable.map(one => ({
        ...{ id: one.id, name: one.name, sentences: sentencesAbout(one, nameOf) },
      })),
    }
  },
  fields: {
    credits: withHint(
      notStored(oneOfGiven('Whose credits?', 'recallable')),
      'A credit requirement gets back its rights to units of all its projects. Redeemed credits cannot be recalled.',
    ),
    reason: withHint(longText('Why are they recalled?'), 'Everyone whom the case concerns can read this.'),
  },
  initial: (_subject, { recallable }) => ({
    credits: recallable.length === 1 ? recallable[0]?.id : null,
  }),
  check: (_answers, { recallable }) =>
    recallable.length === 0 ? { form: 'No credits are issued and unused because of this case' } : {},
  moves: [
    ['requirement', 'CreditsIssued', 'RightsAllocated'],
    ['credit', 'Issued', 'RightsAllocated'],
    ['credit', 'Issued', 'RightsCreated'],
    ['credit', 'Issued', 'Unused'],
  ],
  reads: async (read, subject, { credits: chosen }) => {
    const one = (await readRecallable(read, subject)).find(({ id }) => id === chosen)
    const isUnsold = chosen === UNSOLD
    const kind = isUnsold ? ('project' as const) : ('requirement' as const)
    const subjectId = isUnsold ? (subject.projectId ?? '') : chosen
    const certificates = await read.list('certificate', { subjectKind: kind, subjectId, state: 'Current' })
    return {
      ...{ kind, subjectId },
      credits: one?.credits ?? [],
      requirement: isUnsold ? undefined : await read.one('requirement', chosen),
      certificates: certificates.filter(({ kind: of }) => certificateSeriesOf(of) === 'stage'),
      notices: await readConcernedNotices(read, subject),
    }
  },
  preview: ({ values, given: { recallable } }) => ({
    preview: recallable.flatMap(one => (one.id === values.credits ? one.sentences : [])),
  }),
  effect: ({ subject, values: { reason }, reads, now }) => [
    update('case', subject, { reason }),
    ...reads.credits.map(credit =>
      changeStatus('credit', credit, statusBefore(credit), { returnCaseId: subject.id }),
    ),
    ...(reads.requirement ? [changeStatus('requirement', reads.requirement, 'RightsAllocated')] : []),
    ...revokeCertificates(reads.certificates, now, RECALLED),
    issueProgressCertificate(reads.kind, { id: reads.subjectId }, RECALLED),
    addRemark(reads.kind, { id: reads.subjectId }, 'credits issued in error were recalled'),
    ...notifyOfDecision(subject, reads.notices),
  ],
  done: 'The credits have been recalled',
})
