import { takesPartInCapacity } from '#domain/round/participation'
import { toParticipationObstacle, publishObstacles } from '../common/obstacle.ts'
import { FIX_ISSUES_MESSAGE, readParticipation } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { readProjectObstacles } from './issues.ts'

/** Registers a project for the round: from now on the market operator reviews it. */
export const register = action({
  name: 'Register',
  on: 'project',
  title: 'Register',
  description:
    'Puts the project forward for the market round. The market operator then checks it and completes the registration.',
  binds: {
    verb: 'Agree and register',
    undone: 'You can change your answers until the market operator completes the registration.',
  },
  who: [operator, owner, agent('RegisterForRound')],
  from: ['Draft'],
  window: () => ['projects'],
  given: async (read, project) => {
    const supplier = await readParticipation(read, project.supplierId, project.roundId, 'Supplier')
    return publishObstacles([
      ...(takesPartInCapacity(supplier)
        ? []
        : [
            toParticipationObstacle(supplier, project, 'The supplier is not registered in this market round'),
          ]),
      ...(await readProjectObstacles(read, project)),
    ])
  },
  fields: { declarations: declarations('MarketRoundProject_Register') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES_MESSAGE } : {}),
  to: 'Provisional',
  done: 'Your project has been sent to the market operator',
})
