import type { Certification } from '#domain/project/project'
import { NO_STANDARD } from '#domain/project/reference'
import {
  type Service,
  CERTIFICATION_DECISION_LABELS,
  CERTIFICATION_DECISIONS,
  serviceName,
} from '#domain/project/service'
import { availableStandards } from '#domain/project/suitability'
import { readRoundOfItem } from '../fields/areas.ts'
import { type Transition, action } from '../kit/action.ts'
import { type Change, changeStatus, update } from '../kit/changes.ts'
import { type Choice, file, oneOf, oneOfGiven, pastDate, notStored, text, toChoice } from '../kit/fields.ts'
import { repeatPerRow } from '../kit/per-row.ts'
import { operator } from '../kit/who.ts'
import { describeLand } from './land.ts'

type Decision = { standardId: string; decision: (typeof CERTIFICATION_DECISIONS)[number] }

const DECIDED: readonly Transition[] = [
  ['service', 'PendingCertification', 'Certified'],
  ['service', 'PendingCertification', 'NotCertified'],
  ['service', 'Certified', 'NotCertified'],
  ['service', 'NotCertified', 'Certified'],
]

const decide = (service: Service, { standardId, decision }: Decision): Change => {
  const status = decision === 'Yes' ? 'Certified' : 'NotCertified'
  const patch = { standardId, decision }
  return service.status === status
    ? update('service', service, patch)
    : changeStatus('service', service, status, patch)
}

const certificationOf = (values: Certification): Certification => ({
  assessedByName: values.assessedByName,
  assessedByOrg: values.assessedByOrg,
  assessedByPosition: values.assessedByPosition,
  assessedByDate: values.assessedByDate,
  reviewedByName: values.reviewedByName,
  reviewedByOrg: values.reviewedByOrg,
  reviewedByPosition: values.reviewedByPosition,
  reviewedByDate: values.reviewedByDate,
})

/** Certifies each service under a standard, or gives the reason against; the project is certified if any service is. */
export const setCertificationDecision = action({
  name: 'SetCertificationDecision',
  on: 'project',
  title: 'Set certification decision',
  binds: {
    verb: 'Record the decision',
    undone: 'You can change the decision until the project is approved for the round.',
  },
  who: [operator],
  from: ['Screened', 'NotCertified', 'Certified'],
  during: ['Open', 'Closed'],
  given: async (read, project) => {
    const services = await read.list('service', { projectId: project.id })
    const standards = await read.list('standard', { active: true })
    return {
      ...(await describeLand(read, project)),
      services: services.map(service => ({
        id: service.id,
        name: serviceName(service),
        isComplete: service.status !== 'Draft',
        present: {
          id: service.id,
          standardId: service.standardId ?? NO_STANDARD,
          decision: service.decision,
        },
      })),
      standards: availableStandards(await readRoundOfItem(read, project), standards).map(toChoice),
    }
  },
  fields: {
    statement: file('Certification statement', 'CertificationStatement'),
    assessedByName: notStored(text('Assessed by')),
    assessedByOrg: notStored(text('Organisation')),
    assessedByPosition: notStored(text('Position')),
    assessedByDate: notStored(pastDate('Date assessed')),
    reviewedByName: notStored(text('Reviewed by')),
    reviewedByOrg: notStored(text('Organisation')),
    reviewedByPosition: notStored(text('Position')),
    reviewedByDate: notStored(pastDate('Date reviewed')),
    serviceCertifications: repeatPerRow(
      'Services',
      (_answers, { services }: { services: readonly Choice[] }) => services,
      {
        decision: oneOf('Decision', CERTIFICATION_DECISIONS, CERTIFICATION_DECISION_LABELS),
        standardId: oneOfGiven('Standard', 'standards'),
      },
    ),
  },
  groups: [
    {
      id: 'assessment',
      label: 'Assessment',
      fieldIds: ['assessedByName', 'assessedByOrg', 'assessedByPosition', 'assessedByDate'],
    },
    {
      id: 'review',
      label: 'Review',
      fieldIds: ['reviewedByName', 'reviewedByOrg', 'reviewedByPosition', 'reviewedByDate'],
    },
  ],
  initial: ({ certification }, { services }) => ({
    ...certification,
    serviceCertifications: services.map(({ present }) => present),
  }),
  check: ({ assessedByDate: assessed, reviewedByDate: reviewed, serviceCertifications }, { services }) => ({
    ...(services.length === 0 ? { form: 'There are no services to certify' } : {}),
    ...(services.some(({ isComplete }) => !isComplete)
      ? { form: 'Complete every service before you decide' }
      : {}),
    ...(assessed && reviewed && assessed > reviewed
      ? { assessedByDate: 'Cannot be after date reviewed', reviewedByDate: 'Cannot be before date assessed' }
      : {}),
    ...Object.fromEntries(
      (serviceCertifications ?? [])
        .filter(({ decision, standardId }) => decision === 'Yes' && standardId === NO_STANDARD)
        .map(({ id }) => [`serviceCertifications.${id}.standardId`, 'Must choose a standard']),
    ),
  }),
  warn: (_answers, _project, { land }) => ({ form: land.join(' ') }),
  to: {
    by: ({ serviceCertifications }) =>
      serviceCertifications.some(({ decision }) => decision === 'Yes') ? 'some' : 'none',
    is: { some: 'Certified', none: 'NotCertified' },
  },
  moves: DECIDED,
  reads: (read, project) => read.list('service', { projectId: project.id }),
  effect: ({ subject, values, reads: services }) => [
    update('project', subject, { certification: certificationOf(values) }),
    ...services.flatMap(service => {
      const decision = values.serviceCertifications.find(({ id }) => id === service.id)
      return decision ? [decide(service, decision)] : []
    }),
  ],
  done: 'Your decision has been recorded',
})
