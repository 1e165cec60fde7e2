import { putsUnitsInDoubt, type Case } from '#domain/case/case'
import type { CapacityLeft } from '#domain/case/unit-failure'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import {
  additionalFile,
  longText,
  nonNegativeUnits,
  notStored,
  optional,
  pastDate,
  withHint,
} from '../kit/fields.ts'
import { repeatPerRow } from '../kit/per-row.ts'
import { operator } from '../kit/who.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'
import { coveringUnitsAmong, endFailedCover } from './covering-units.ts'
import {
  failedUnitsOf,
  failUnits,
  lostBy,
  remarkOnUnits,
  failureSentences,
  readFailingServices,
  readFailureFacts,
  type FailureFacts,
} from './fail-units.ts'

interface Services extends Record<string, unknown> {
  services: readonly { id: string; name: string }[]
}

const NOTHING_FAILS = 'With this capacity no unit fails. Dismiss the case, or correct the capacity'

const failedBy = (
  { reportedAt }: Case,
  facts: FailureFacts,
  {
    failedSince,
    services,
  }: { failedSince: string | null; services: readonly { id: string; left: number }[] },
) => {
  const capacityLeft = services.map(({ id, left }): CapacityLeft => ({ serviceId: id, units: left }))
  return {
    capacityLeft,
    failed:
      failedSince === null ? [] : failedUnitsOf(facts, capacityLeft, { since: failedSince, reportedAt }),
  }
}

/**
 * Confirms that what was reported is so. A delivery failure says from which day on how much of each service is left; the units that
 * no longer fit fail, in the order of claims (decision 0185).
 */
export const confirmCase = action({
  name: 'Confirm',
  on: 'case',
  title: 'Confirm',
  binds: {
    verb: 'Confirm the case',
    undone: 'You cannot undo this. Everyone whom the case concerns gets a message straight away.',
  },
  who: [operator],
  approval: 'secondPerson',
  approvalWhen: ({ type }) => putsUnitsInDoubt(type),
  from: ['Reported', 'Remedying'],
  when: ({ confirmedAt }) => confirmedAt === null || 'The case is confirmed already',
  given: async (read, subject: Case) => ({
    isFailure: subject.type === 'DeliveryFailure',
    services: subject.type === 'DeliveryFailure' ? await readFailingServices(read, subject) : [],
  }),
  fields: {
    reason: withHint(longText('What did you find?'), 'Everyone whom the case concerns can read this.'),
    failedSince: withHint(
      notStored(pastDate('From which day on is less delivered?')),
      'Units fail from this day on. Earlier days are not affected.',
    ),
    services: repeatPerRow('Capacity left', (_answers, { services }: Services) => services, {
      left: withHint(
        nonNegativeUnits('Units that are still delivered', 'units'),
        'Used credits keep their units first, then issued ones, allocated and created rights, the reserve, and unsold units.',
      ),
    }),
    document: withHint(
      optional(additionalFile('Document', 'Evidence')),
      'For example a report or photos. Everyone whom the case concerns can open it.',
    ),
  },
  initial: ({ since }, { isFailure }) => ({ failedSince: isFailure ? since : null }),
  show: { failedSince: (_answers, { isFailure }) => isFailure },
  to: 'Confirmed',
  reads: async (read, subject) => ({
    facts: await readFailureFacts(read, subject),
    notices: await readConcernedNotices(read, subject),
  }),
  preview: ({ subject, given, values, reads: { facts } }) => {
    if (!given.isFailure) return { preview: [] }
    const { failed } = failedBy(subject, facts, values)
    return failed.length === 0
      ? { refused: { form: NOTHING_FAILS } }
      : { preview: failureSentences(facts, failed) }
  },
  effect: ({ subject, given, values, reads: { facts, notices }, now, newId }) => {
    const { capacityLeft, failed } = given.isFailure
      ? failedBy(subject, facts, values)
      : { capacityLeft: [], failed: [] }
    const { reason, failedSince } = values
    const uncovered = coveringUnitsAmong(facts.covering, failed).map(({ failedCredit }) => failedCredit)
    return [
      update('case', subject, { reason, confirmedAt: now, rectifyBy: null, failedSince, capacityLeft }),
      ...failUnits(subject, failed, { newId }),
      ...endFailedCover(facts.covering, failed, { now, newId }),
      ...(failedSince === null
        ? notifyOfDecision(subject, notices)
        : [
            ...remarkOnUnits(
              subject,
              [...facts.credits, ...uncovered],
              [...failed.map(({ creditId }) => creditId), ...uncovered.map(({ id }) => id)],
              'units have failed',
            ),
            ...notifyOfDecision(subject, notices, ({ organisationId, forClientId = organisationId }) => ({
              failedSince,
              ...(subject.concernedIds.includes(forClientId) && { lost: lostBy(facts, failed, forClientId) }),
            })),
          ]),
    ]
  },
  done: 'The case has been confirmed',
})
