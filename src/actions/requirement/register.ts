import { publishObstacles } from '../common/obstacle.ts'
import { FIX_ISSUES_MESSAGE } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { readRegistrationObstacles } from './issues.ts'

/** Registers a requirement for the round: from now on the market operator reviews it. */
export const register = action({
  name: 'Register',
  on: 'requirement',
  title: 'Register',
  description:
    'Puts the credit requirement forward for the market round. The market operator then checks it and completes the registration.',
  binds: {
    verb: 'Agree and register',
    undone: 'You can change your answers until the market operator completes the registration.',
  },
  who: [operator, owner, agent('RegisterForRound')],
  from: ['Draft'],
  window: () => ['requirements'],
  given: async (read, requirement, _actor, today) =>
    publishObstacles(await readRegistrationObstacles(read, requirement, today)),
  fields: { declarations: declarations('MarketRoundCreditRequirement_Register') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES_MESSAGE } : {}),
  to: 'Provisional',
  done: 'Your credit requirement has been sent to the market operator',
})
