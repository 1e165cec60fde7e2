import { registrationWindowOf } from '#domain/round/participation'
import {
  contactChanges,
  contactFields,
  readMissingDetails,
  showMissingDetails,
} from '../fields/contact-details.ts'
import { action } from '../kit/action.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Turns interest into a registration, with the declarations that the round asks for. */
export const registerParticipation = action({
  name: 'Register',
  on: 'participation',
  title: 'Register',
  who: [operator, owner, agent('RegisterForRound')],
  from: ['Interested'],
  window: ({ capacity }) => [registrationWindowOf(capacity)],
  given: async (read, { organisationId }) => {
    const organisation = await read.one('organisation', organisationId)
    return { ownId: organisationId, lacking: readMissingDetails(organisation ? [organisation] : []) }
  },
  fields: { ...contactFields, declarations: declarations('MarketRoundParticipant_Register') },
  show: showMissingDetails,
  to: 'Provisional',
  effect: ({ subject, values }) => contactChanges({ id: subject.organisationId }, values),
  done: 'Your registration has been sent to the market operator',
})
