import type { Case } from '#domain/case/case'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { creditsInFirstPeriod, type Credit } from '#domain/credit/credit'
import { isContracted, isDeliveryVerified } from '#domain/project/project'
import {
  beforeDeliveryField,
  refuseBeforeDelivery,
  readDeliveryFacts,
  needsDeliveryConfirmation,
  isBeforeDelivery,
  previewBeforeDelivery,
  warnBeforeDelivery,
} from '../common/delivery.ts'
import { FIX_ISSUES_MESSAGE } from '../common/registration.ts'
import { toObstacle, publishObstacles } from '../common/obstacle.ts'
import { issueProgressCertificate } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { changeStatus, addRemark, type Read } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readSupplyingProjects } from './its-credits.ts'

/** Open cases that recalled some credits: closing them takes two people, so issuing the credits again does too (decision 0200). */
const readOpenRecalls = async (read: Read, credits: readonly Credit[]): Promise<Case[]> => {
  const id = [...new Set(credits.flatMap(({ returnCaseId }) => returnCaseId ?? []))].toSorted()
  return read.list('case', { id, status: OPEN_CASE_STATUSES })
}

/** Issues credits once the projects that supply the first period are verified. */
export const issueCredits = action({
  name: 'IssueCredits',
  on: 'requirement',
  title: 'Issue credits',
  binds: {
    verb: 'Issue the credits',
    undone: 'You cannot undo this. Issued credits remain until they are redeemed or retire.',
  },
  description:
    'Issuing the credits also makes the certificate of issue, which replaces the certificate of rights.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  approvalWhen: (_requirement, _actor, round) => round?.allocationApprovedAt == null,
  from: ['RightsAllocated'],
  given: async (read, requirement) => {
    const credits = await read.list('credit', { requirementId: requirement.id })
    const suppliers = await readSupplyingProjects(read, creditsInFirstPeriod(credits))
    const recalledBy = await readOpenRecalls(read, credits)
    return {
      ...(await readDeliveryFacts(read, requirement, credits)),
      ...publishObstacles([
        ...recalledBy.map(one =>
          toObstacle('case', one, 'Close', `Close the case that recalled these credits first: ${one.name}`),
        ),
        ...suppliers
          .filter(({ status }) => !isDeliveryVerified(status))
          .map(one =>
            toObstacle(
              'project',
              one,
              isContracted(one.status) ? 'Verify' : 'Contract',
              `The project ${one.name} is not verified`,
            ),
          ),
      ]),
    }
  },
  fields: {
    confirmed: confirm('Issue the credits of this requirement'),
    ahead: beforeDeliveryField('Issue them before they are delivered'),
  },
  show: { ahead: (_answers, given) => needsDeliveryConfirmation(given) },
  check: (_answers, given) =>
    given.issues.length > 0 ? { form: FIX_ISSUES_MESSAGE } : refuseBeforeDelivery(given),
  warn: (_answers, _requirement, given) => warnBeforeDelivery(given),
  to: 'CreditsIssued',
  moves: [['credit', 'RightsAllocated', 'Issued']],
  reads: (read, { id }) => read.list('credit', { requirementId: id }),
  preview: ({ given }) => previewBeforeDelivery(given),
  effect: ({ subject, reads: credits, given: { deliveries, today } }) => [
    ...(isBeforeDelivery(deliveries, today)
      ? [addRemark('requirement', subject, 'before delivery begins')]
      : []),
    ...credits.map(credit => changeStatus('credit', credit, 'Issued')),
    issueProgressCertificate('requirement', subject, 'The credits were issued'),
  ],
  done: 'The credits have been issued',
})
