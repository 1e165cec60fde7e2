import { windowFor } from '#domain/participation'
import { action } from '../kit/action.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Interest becomes registration, with the declarations that the round asks for. */
export const register = action({
  name: 'Register',
  on: 'participation',
  title: 'Register',
  who: [operator, owner, agent('RegisterForRound')],
  from: ['Interested'],
  window: ({ capacity }) => [windowFor(capacity)],
  fields: { declarations: declarations('MarketRoundParticipant_Register') },
  to: 'Provisional',
})
