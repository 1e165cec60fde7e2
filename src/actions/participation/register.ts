import { type Participation, registrationWindowOf } from '#domain/round/participation'
import {
  contactChanges,
  contactFields,
  readMissingDetails,
  showMissingDetails,
} from '../fields/contact-details.ts'
import { type Transition, action } from '../kit/action.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import type { Capacity } from '#domain/values/capacity'
import { planParticipationChanges } from '#domain/round/participation-rules'
import { type Change, create, changeStatus } from '../kit/changes.ts'

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

/** Transitions of all four actions that start a participation. */
export const PARTICIPATION_STATUS_CHANGES: readonly Transition[] = [
  ['participation', 'Interested', 'Provisional'],
]

/** Adds an organisation to a round in these capacities: new participations, or interest that becomes registration. */
export const participationChanges = (
  organisationId: string,
  roundId: string,
  capacities: readonly Capacity[],
  status: 'Interested' | 'Provisional',
  existing: readonly Participation[],
  newId: () => string,
): Change[] =>
  planParticipationChanges(existing, capacities).map(({ capacity, existing: present }) =>
    present
      ? changeStatus('participation', present, status)
      : create('participation', { id: newId(), organisationId, roundId, capacity, status }),
  )
