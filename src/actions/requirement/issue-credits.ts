import { inFirstPeriod } from '#domain/credit'
import { isContracted, isDelivering } from '#domain/project'
import {
  aheadQuestion,
  checkHeld,
  deliveringOf,
  isAskedAhead,
  isBeforeDelivery,
  previewAhead,
  warnAhead,
} from '../common/delivery.ts'
import { FIX_ISSUES } from '../common/registration.ts'
import { obstacle, standing } from '../common/obstacle.ts'
import { certify } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { move, remark } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { suppliersOf } from './its-credits.ts'

/** Issues the credits once the projects that supply the first period have been verified. */
export const issueCredits = action({
  name: 'IssueCredits',
  on: 'requirement',
  title: 'Issue credits',
  binds: {
    verb: 'Issue the credits',
    undone: 'It cannot be undone: issued credits remain until they are redeemed or retire.',
  },
  description: 'The certificate of issue is made with it, in the place of the certificate of rights.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  approvalWhen: (_requirement, _actor, round) => round?.allocationApprovedAt == null,
  from: ['RightsAllocated'],
  given: async (read, requirement) => {
    const credits = await read.list('credit', { requirementId: requirement.id })
    const suppliers = await suppliersOf(read, inFirstPeriod(credits))
    return {
      ...(await deliveringOf(read, requirement, credits)),
      ...standing(
        suppliers
          .filter(({ status }) => !isDelivering(status))
          .map(one =>
            obstacle(
              'project',
              one,
              isContracted(one.status) ? 'Verify' : 'Contract',
              `The project ${one.name} is not verified`,
            ),
          ),
      ),
    }
  },
  fields: {
    confirmed: confirm('Issue the credits of this requirement'),
    ahead: aheadQuestion('Issue them before they are delivered'),
  },
  show: { ahead: (_answers, given) => isAskedAhead(given) },
  check: (_answers, given) => (given.issues.length > 0 ? { form: FIX_ISSUES } : checkHeld(given)),
  warn: (_answers, _requirement, given) => warnAhead(given),
  to: 'CreditsIssued',
  moves: [['credit', 'RightsAllocated', 'Issued']],
  reads: (read, { id }) => read.list('credit', { requirementId: id }),
  preview: ({ given }) => previewAhead(given),
  effect: ({ subject, reads: credits, given: { deliveries, today } }) => [
    ...(isBeforeDelivery(deliveries, today)
      ? [remark('requirement', subject, 'before delivery begins')]
      : []),
    ...credits.map(credit => move('credit', credit, 'Issued')),
    certify('requirement', subject, 'The credits were issued'),
  ],
})
