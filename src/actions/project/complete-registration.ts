import { ROUND_STATUSES_BEFORE_BIDS_CLOSE } from '#domain/round/round'
import { keepsCertificatesOnReregistration } from '#domain/project/suitability'
import { readRoundOfItem } from '../fields/areas.ts'
import { toParticipationObstacle, publishObstacles } from '../common/obstacle.ts'
import { FIX_ISSUES_MESSAGE, readParticipation } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { mustBeYes, notStored, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readProjectObstacles } from './issues.ts'

/** The operator confirms a registration. A project certified in an earlier round, and unchanged since, may keep its certificates. */
export const completeProjectRegistration = action({
  name: 'CompleteRegistration',
  on: 'project',
  title: 'Complete registration',
  who: [operator],
  from: ['Provisional'],
  during: ROUND_STATUSES_BEFORE_BIDS_CLOSE,
  given: async (read, project) => {
    const supplier = await readParticipation(read, project.supplierId, project.roundId, 'Supplier')
    const services = await read.list('service', { projectId: project.id })
    return {
      ...publishObstacles([
        ...(supplier?.status === 'Registered'
          ? []
          : [toParticipationObstacle(supplier, project, 'The registration of the supplier is not complete')]),
        ...(await readProjectObstacles(read, project)),
      ]),
      canSkip: keepsCertificatesOnReregistration(project, services, await readRoundOfItem(read, project)),
    }
  },
  fields: {
    skip: notStored(
      yesNo('Skip screening and certification, and keep the certificates of the earlier round?'),
    ),
    confirmed: mustBeYes('Is this registration complete?'),
  },
  show: { skip: (_answers, { canSkip }) => canSkip },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES_MESSAGE } : {}),
  to: { by: 'skip', is: { true: 'Certified' }, otherwise: 'Registered' },
  done: 'The registration is complete',
})
