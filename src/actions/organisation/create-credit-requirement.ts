import { isParticipant } from '#domain/organisation'
import { placesFor } from '../common/places.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import {
  checkPlace,
  newRequirement,
  newRequirementFields,
  warnNoBuyerRound,
  withOnlyType,
} from '../requirement/new-requirement-fields.ts'

/** Adds a credit requirement of this buyer or investor, as a draft. */
export const createCreditRequirement = action({
  name: 'CreateCreditRequirement',
  on: 'organisation',
  title: 'Add credit requirement as a draft',
  description: 'Adds a credit requirement by its name only. What is needed, and where, is said later.',
  who: [operator, owner, agent('RegisterForRound')],
  menuOf: [operator],
  when: isParticipant,
  given: (read, organisation, actor) => placesFor(read, actor, ['Buyer', 'Investor'], organisation),
  fields: newRequirementFields,
  // Not the organisation's own name and type.
  initial: () => ({ name: null, type: null }),
  normalise: withOnlyType,
  check: (answers, given) => checkPlace(given.places[0]?.organisationId, answers, given),
  warn: (_answers, _subject, given) => warnNoBuyerRound(given),
  effect: act => [newRequirement(act.subject.id, act.values, act)],
})
