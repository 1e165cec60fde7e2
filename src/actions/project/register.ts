import { takesPart } from '#domain/participation'
import { notTakingPart, standing } from '../common/obstacle.ts'
import { FIX_ISSUES, participationOf } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { projectIssues } from './issues.ts'

/** Puts a project forward for the round: from now on the market operator looks at it. */
export const register = action({
  name: 'Register',
  on: 'project',
  title: 'Register',
  description:
    'Puts the project forward for the market round. The market operator then checks it and completes the registration.',
  binds: {
    verb: 'Agree and register',
    undone: 'Until the market operator has completed the registration, the answers can still be changed.',
  },
  who: [operator, owner, agent('RegisterForRound')],
  from: ['Draft'],
  window: () => ['projects'],
  given: async (read, project) => {
    const supplier = await participationOf(read, project.supplierId, project.roundId, 'Supplier')
    return standing([
      ...(takesPart(supplier)
        ? []
        : [notTakingPart(supplier, project, 'The supplier is not registered in this market round')]),
      ...(await projectIssues(read, project)),
    ])
  },
  fields: { declarations: declarations('MarketRoundProject_Register') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'Provisional',
})
