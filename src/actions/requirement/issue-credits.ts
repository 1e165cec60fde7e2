import { inFirstPeriod } from '#domain/credit'
import { isDelivering } from '#domain/project'
import { FIX_ISSUES } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { move } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { suppliersOf } from './its-credits.ts'

/** Issues the credits once the projects that supply the first period have been verified. */
export const issueCredits = action({
  name: 'IssueCredits',
  on: 'requirement',
  title: 'Issue credits',
  who: [operator],
  stepUp: true,
  from: ['RightsAllocated'],
  given: async (read, { id }) => {
    const suppliers = await suppliersOf(read, inFirstPeriod(await read.list('credit', { requirementId: id })))
    return {
      issues: suppliers
        .filter(({ status }) => !isDelivering(status))
        .map(({ name }) => `The project ${name} is not verified`),
    }
  },
  fields: { confirmed: confirm('Issue the credits of this requirement') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'CreditsIssued',
  moves: [['credit', 'RightsAllocated', 'Issued']],
  reads: (read, { id }) => read.list('credit', { requirementId: id }),
  effect: ({ reads: credits }) => credits.map(credit => move('credit', credit, 'Issued')),
})
