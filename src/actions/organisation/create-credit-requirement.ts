import { isParticipant } from '#domain/people/organisation'
import { readRoundsToRegisterIn } from '../fields/places.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import {
  checkRegisteredCapacity,
  createNewRequirementRow,
  newRequirementFields,
  warnNoBuyerRound,
  fillOnlyType,
} from '../requirement/new-requirement-fields.ts'

/** Adds a credit requirement of this buyer or investor, as a draft. */
export const draftRequirementForBuyer = action({
  name: 'CreateCreditRequirement',
  on: 'organisation',
  title: 'Add credit requirement as a draft',
  description: 'Adds a credit requirement with only its name. You add the credits and the location later.',
  who: [operator, owner, agent('RegisterForRound')],
  menuOf: [operator],
  when: isParticipant,
  given: (read, organisation, actor) =>
    readRoundsToRegisterIn(read, actor, ['Buyer', 'Investor'], organisation),
  fields: newRequirementFields,
  // Leaves out the organisation's own name and type, which this action does not set.
  initial: () => ({ name: null, type: null }),
  normalise: fillOnlyType,
  check: (answers, given) => checkRegisteredCapacity(given.places[0]?.organisationId, answers, given),
  warn: (_answers, _subject, given) => warnNoBuyerRound(given),
  effect: act => [createNewRequirementRow(act.subject.id, act.values, act)],
  done: 'The draft has been added',
})
