import { readRoundsToRegisterIn } from '../fields/places.ts'
import { action } from '../kit/action.ts'
import { oneOfGiven } from '../kit/fields.ts'
import { agent, operator, participant } from '../kit/who.ts'
import {
  checkRegisteredCapacity,
  createNewRequirementRow,
  newRequirementFields,
  warnNoBuyerRound,
} from './new-requirement-fields.ts'

/** Adds a requirement for a buyer or investor for whom the actor may register, in a round open for registration. */
export const createCreditRequirement = action({
  name: 'CreateCreditRequirement',
  on: 'requirements',
  title: 'Add credit requirement',
  who: [operator, participant, agent('RegisterForRound')],
  given: (read, _subject, actor) => readRoundsToRegisterIn(read, actor, ['Buyer', 'Investor']),
  fields: { buyerId: oneOfGiven('Buyer or investor', 'organisations'), ...newRequirementFields },
  check: (answers, given) => checkRegisteredCapacity(answers.buyerId, answers, given),
  warn: (_answers, _subject, given) => warnNoBuyerRound(given),
  effect: act => [createNewRequirementRow(act.values.buyerId, act.values, act)],
  done: 'The credit requirement has been added',
})
