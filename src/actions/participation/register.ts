import { windowFor } from '#domain/participation'
import { contactChanges, contactFields, lackingOf, showLacking } from '../common/contact-details.ts'
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
  given: async (read, { organisationId }) => {
    const organisation = await read.one('organisation', organisationId)
    return { ownId: organisationId, lacking: lackingOf(organisation ? [organisation] : []) }
  },
  fields: { ...contactFields, declarations: declarations('MarketRoundParticipant_Register') },
  show: showLacking,
  to: 'Provisional',
  effect: ({ subject, values }) => contactChanges({ id: subject.organisationId }, values),
})
