import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { keepsCertificates } from '#domain/suitability'
import { roundOf } from '../common/areas.ts'
import { notTakingPart, standing } from '../common/obstacle.ts'
import { FIX_ISSUES, participationOf } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { mustBeYes, notStored, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { projectIssues } from './issues.ts'

/** The operator confirms a registration. A project certified in an earlier round, and unchanged since, may keep its certificates. */
export const completeRegistration = action({
  name: 'CompleteRegistration',
  on: 'project',
  title: 'Complete registration',
  who: [operator],
  from: ['Provisional'],
  during: BEFORE_BIDS_CLOSE,
  given: async (read, project) => {
    const supplier = await participationOf(read, project.supplierId, project.roundId, 'Supplier')
    const services = await read.list('service', { projectId: project.id })
    return {
      ...standing([
        ...(supplier?.status === 'Registered'
          ? []
          : [notTakingPart(supplier, project, 'The registration of the supplier is not complete')]),
        ...(await projectIssues(read, project)),
      ]),
      canSkip: keepsCertificates(project, services, await roundOf(read, project)),
    }
  },
  fields: {
    skip: notStored(
      yesNo('Skip screening and certification, and keep the certificates of the earlier round?'),
    ),
    confirmed: mustBeYes('Is this registration complete?'),
  },
  show: { skip: (_answers, { canSkip }) => canSkip },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: { by: 'skip', is: { true: 'Certified' }, otherwise: 'Registered' },
})
