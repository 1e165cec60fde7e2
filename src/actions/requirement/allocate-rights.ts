import { isContracted } from '#domain/project/project'
import { issueProgressCertificate, hasIssuedSchedule } from '../common/certificates.ts'
import { FIX_ISSUES_MESSAGE, isDocumentFiled } from '../common/registration.ts'
import { toObstacle, publishObstacles } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { changeStatus } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readSupplyingProjects } from './its-credits.ts'

/** Allocates the buyer's rights: both documents are there, and every supplying project is under contract. */
export const allocateCreditRights = action({
  name: 'AllocateRights',
  on: 'requirement',
  title: 'Allocate rights',
  binds: {
    verb: 'Allocate the rights',
    undone: 'You cannot undo this. A planning authority can then rely on the rights.',
  },
  description: 'A planning authority can then rely on the rights. This also makes the certificate of rights.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  approvalWhen: (_requirement, _actor, round) => round?.allocationApprovedAt == null,
  from: ['RightsCreated'],
  given: async (read, requirement) => {
    const suppliers = await readSupplyingProjects(
      read,
      await read.list('credit', { requirementId: requirement.id }),
    )
    const lacking = (
      tag: 'CreditSupplyAgreement' | 'CreditAllocationCertificate',
      is: boolean,
      text: string,
    ) => (is ? [] : [toObstacle('requirement', requirement, `Set${tag}`, text)])
    const isAgreed =
      (await hasIssuedSchedule(read, 'requirement', requirement)) ||
      (await isDocumentFiled(read, 'requirement', requirement, 'CreditSupplyAgreement'))
    const isDated =
      requirement.certificateDate !== null ||
      (await isDocumentFiled(read, 'requirement', requirement, 'CreditAllocationCertificate'))
    return publishObstacles([
      ...lacking('CreditSupplyAgreement', isAgreed, 'No credit supply agreement is filed'),
      ...lacking('CreditAllocationCertificate', isDated, 'No credit allocation certificate is filed'),
      ...suppliers
        .filter(({ status }) => !isContracted(status))
        .map(one => toObstacle('project', one, 'Contract', `The project ${one.name} is not contracted`)),
    ])
  },
  fields: { confirmed: confirm('The documents are complete and I want to allocate the rights') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES_MESSAGE } : {}),
  to: 'RightsAllocated',
  moves: [['credit', 'RightsCreated', 'RightsAllocated']],
  reads: (read, { id }) => read.list('credit', { requirementId: id }),
  effect: ({ subject, reads: credits }) => [
    ...credits.map(credit => changeStatus('credit', credit, 'RightsAllocated')),
    issueProgressCertificate('requirement', subject, 'The rights were allocated'),
  ],
  done: 'The rights have been allocated',
})
