import { isContracted } from '#domain/project'
import { certify, hasSchedule } from '../common/certificates.ts'
import { FIX_ISSUES, isFiled } from '../common/registration.ts'
import { obstacle, standing } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { move } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { suppliersOf } from './its-credits.ts'

/** Gives the buyer its rights: both documents are there, and every project that supplies it is under contract. */
export const allocateRights = action({
  name: 'AllocateRights',
  on: 'requirement',
  title: 'Allocate rights',
  binds: {
    verb: 'Allocate the rights',
    undone: 'It cannot be undone: a planning authority may rely on the rights from then on.',
  },
  description:
    'A planning authority may rely on the rights from now on. The certificate of rights is made with it.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  approvalWhen: (_requirement, _actor, round) => round?.allocationApprovedAt == null,
  from: ['RightsCreated'],
  given: async (read, requirement) => {
    const suppliers = await suppliersOf(read, await read.list('credit', { requirementId: requirement.id }))
    const lacking = (
      tag: 'CreditSupplyAgreement' | 'CreditAllocationCertificate',
      is: boolean,
      text: string,
    ) => (is ? [] : [obstacle('requirement', requirement, `Set${tag}`, text)])
    const isAgreed =
      (await hasSchedule(read, 'requirement', requirement)) ||
      (await isFiled(read, 'requirement', requirement, 'CreditSupplyAgreement'))
    const isDated =
      requirement.certificateDate !== null ||
      (await isFiled(read, 'requirement', requirement, 'CreditAllocationCertificate'))
    return standing([
      ...lacking('CreditSupplyAgreement', isAgreed, 'No credit supply agreement is filed'),
      ...lacking('CreditAllocationCertificate', isDated, 'No credit allocation certificate is filed'),
      ...suppliers
        .filter(({ status }) => !isContracted(status))
        .map(one => obstacle('project', one, 'Contract', `The project ${one.name} is not contracted`)),
    ])
  },
  fields: { confirmed: confirm('The documents are complete and the rights are to be allocated') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'RightsAllocated',
  moves: [['credit', 'RightsCreated', 'RightsAllocated']],
  reads: (read, { id }) => read.list('credit', { requirementId: id }),
  effect: ({ subject, reads: credits }) => [
    ...credits.map(credit => move('credit', credit, 'RightsAllocated')),
    certify('requirement', subject, 'The rights were allocated'),
  ],
})
