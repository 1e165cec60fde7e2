import { isParticipant } from '#domain/organisation'
import { placesFor } from '../common/places.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { wizard } from '../kit/wizard.ts'
import { finishNewRequirement } from './finish-new-requirement.ts'
import {
  checkPlace,
  newRequirement,
  newRequirementFields,
  warnNoBuyerRound,
  withOnlyType,
} from './new-requirement-fields.ts'
import { setBuyerCredits } from './set-buyer-credits.ts'
import { setBuyerDevelopment } from './set-buyer-development.ts'
import { setInvestorCredits } from './set-investor-credits.ts'
import { setInvestorLocation } from './set-investor-location.ts'

/** The first step of the wizard, which it begins by its name: what the requirement is called, for whom, and in which round. */
export const newRequirementDetails = action({
  name: 'RegisterNewCreditRequirement',
  on: 'organisation',
  title: 'New credit requirement',
  label: 'Register new credit requirement',
  who: [operator, owner, agent('RegisterForRound')],
  when: isParticipant,
  given: (read, organisation, actor) => placesFor(read, actor, ['Buyer', 'Investor'], organisation),
  fields: newRequirementFields,
  // Not the organisation's own name and type.
  initial: () => ({ name: null, type: null }),
  normalise: withOnlyType,
  check: (answers, given) => checkPlace(given.places[0]?.organisationId, answers, given),
  warn: (_answers, _subject, given) => warnNoBuyerRound(given),
  effect: act => [newRequirement(act.subject.id, act.values, act)],
  done: 'The credit requirement was added',
})

/** Details, credits, development or location, finish. It cannot be cancelled half way: what has been saved stays a draft. */
export const registerNewCreditRequirement = wizard(
  'RegisterNewCreditRequirement',
  'Register new credit requirement',
  [
    { title: 'Details', steps: [newRequirementDetails] },
    { title: 'Credits', steps: [setBuyerCredits, setInvestorCredits] },
    { title: 'Development or location', steps: [setBuyerDevelopment, setInvestorLocation] },
    { title: 'Finish', steps: [finishNewRequirement] },
  ],
  true,
)
