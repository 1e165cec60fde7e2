import { failsUnits, putsUnitsInDoubt, type Case } from '#domain/case/case'
import { DISPUTE_FINDINGS, DISPUTE_FINDING_LABELS, isHeard } from '#domain/case/dispute'
import type { CapacityLeft } from '#domain/case/unit-failure'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import {
  additionalFile,
  longText,
  nonNegativeUnits,
  notStored,
  oneOf,
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

/** Capacity of a project whose supplier does not sign: none, from the first day of its units or of the mishap on. */
const nothingLeft = ({ since }: Case, { credits }: FailureFacts) => ({
  failedSince:
    [since, ...credits.flatMap(one => one.unitsPerPeriod.map(({ start }) => start))].toSorted()[0] ?? since,
  services: [...new Set(credits.map(({ serviceId }) => serviceId))].map(id => ({ id, left: 0 })),
})

const NOT_HEARD =
  'Ask both sides for papers first. You can decide once both have filed them, or their days have passed'

const NOTHING_FAILS = 'With this capacity no unit fails. Dismiss the case, or correct the capacity'

interface FailureAnswers {
  failedSince: string | null
  services: readonly { id: string; left: number }[]
}

/** The units that fail when a case is confirmed: by the answers, or all of them if the supplier does not sign. */
const failureOf = (subject: Case, facts: FailureFacts, answers: FailureAnswers) => {
  const isAsked = subject.type === 'DeliveryFailure'
  const { failedSince, services } = isAsked ? answers : nothingLeft(subject, facts)
  if (failedSince === null || !failsUnits(subject.type))
    return { failedSince: null, capacityLeft: [], failed: [] }
  const capacityLeft = services.map(({ id, left }): CapacityLeft => ({ serviceId: id, units: left }))
  const { reportedAt } = subject
  return {
    failedSince,
    capacityLeft,
    failed: failedUnitsOf(facts, capacityLeft, { since: failedSince, reportedAt }),
  }
}

/**
 * Confirms that what was reported is so. A delivery failure says from which day on how much of each service is left; the units that
 * no longer fit fail, in the order of claims (decision 0185). If the supplier does not sign, all units of the project fail (0200).
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
  given: async (read, subject: Case, _actor, today) => ({
    isDispute: subject.type === 'Dispute',
    isHeard: isHeard(subject, today),
    isFailure: subject.type === 'DeliveryFailure',
    services: subject.type === 'DeliveryFailure' ? await readFailingServices(read, subject) : [],
  }),
  fields: {
    reason: withHint(longText('What did you find?'), 'Everyone whom the case concerns can read this.'),
    finding: withHint(
      oneOf('Who is right?', DISPUTE_FINDINGS, DISPUTE_FINDING_LABELS),
      'The decision of the dispute. Your findings above are its reasons.',
    ),
    follows: withHint(
      longText('What follows from it?'),
      'For example what each side does next, and by when. Report a case of its own if units have failed.',
    ),
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
  show: {
    finding: (_answers, { isDispute }) => isDispute,
    follows: (_answers, { isDispute }) => isDispute,
    failedSince: (_answers, { isFailure }) => isFailure,
  },
  check: (_answers, given) => (given.isDispute && !given.isHeard ? { form: NOT_HEARD } : {}),
  to: 'Confirmed',
  reads: async (read, subject) => ({
    facts: await readFailureFacts(read, subject),
    notices: await readConcernedNotices(read, subject),
  }),
  preview: ({ subject, values, reads: { facts } }) => {
    if (!failsUnits(subject.type)) return { preview: [] }
    const { failed } = failureOf(subject, facts, values)
    return failed.length === 0
      ? { refused: { form: NOTHING_FAILS } }
      : { preview: failureSentences(facts, failed) }
  },
  effect: ({ subject, values, reads: { facts, notices }, now, newId }) => {
    const { failedSince, capacityLeft, failed } = failureOf(subject, facts, values)
    const { reason, finding, follows } = values
    const uncovered = coveringUnitsAmong(facts.covering, failed).map(({ failedCredit }) => failedCredit)
    return [
      update('case', subject, {
        reason,
        finding,
        follows,
        confirmedAt: now,
        rectifyBy: null,
        failedSince,
        capacityLeft,
      }),
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
