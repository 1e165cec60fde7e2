import { standing } from '../common/obstacle.ts'
import { FIX_ISSUES } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { registrationIssues } from './issues.ts'

/** Puts a requirement forward for the round: from now on the market operator looks at it. */
export const register = action({
  name: 'Register',
  on: 'requirement',
  title: 'Register',
  description:
    'Puts the credit requirement forward for the market round. The market operator then checks it and completes the registration.',
  binds: {
    verb: 'Agree and register',
    undone: 'Until the market operator has completed the registration, the answers can still be changed.',
  },
  who: [operator, owner, agent('RegisterForRound')],
  from: ['Draft'],
  window: () => ['requirements'],
  given: async (read, requirement, _actor, today) =>
    standing(await registrationIssues(read, requirement, today)),
  fields: { declarations: declarations('MarketRoundCreditRequirement_Register') },
  check: (_answers, { issues }) => (issues.length > 0 ? { form: FIX_ISSUES } : {}),
  to: 'Provisional',
})
