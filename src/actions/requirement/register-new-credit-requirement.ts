import { isParticipant } from '#domain/people/organisation'
import { type RoundToRegisterInChoices, readRoundsToRegisterIn } from '../fields/places.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { defineWizard } from '../kit/wizard.ts'
import { finishNewRequirement } from './finish-new-requirement.ts'
import {
  checkRegisteredCapacity,
  createNewRequirementRow,
  newRequirementFields,
  REQUIREMENT_TYPES,
  warnNoBuyerRound,
  fillOnlyType,
} from './new-requirement-fields.ts'
import { setBuyerCredits } from './set-buyer-credits.ts'
import { setBuyerDevelopment } from './set-buyer-development.ts'
import { setInvestorCredits } from './set-investor-credits.ts'
import { setInvestorLocation } from './set-investor-location.ts'
import { updateRequirement } from './update.ts'

/** First step of the wizard, named after the wizard: name, owner and round of the requirement. */
export const newRequirementDetails = action({
  name: 'RegisterNewCreditRequirement',
  on: 'organisation',
  title: 'New credit requirement',
  label: 'Register new credit requirement',
  description:
    'There are four steps: details, credits, where you need them, and checking your answers. We save each step, so you can continue later.',
  who: [operator, owner, agent('RegisterForRound')],
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
  done: 'Your credit requirement has been added',
})

/** Place of the credits: a buyer names its development, an investor a location. */
const placeTitle = (subject: object, given: object): string => {
  const known = 'type' in subject ? REQUIREMENT_TYPES.filter(type => type === subject.type) : []
  const open = REQUIREMENT_TYPES.filter(
    type =>
      'places' in given && (given as RoundToRegisterInChoices).places.some(place => place.capacity === type),
  )
  const [only, another] = known.length > 0 ? known : open
  if (!only || another) return 'Development or location'
  return only === 'Buyer' ? 'Development' : 'Location'
}

/** Details, credits, development or location, finish. It cannot be cancelled: saved answers stay as a draft. */
export const registerNewCreditRequirement = defineWizard(
  'RegisterNewCreditRequirement',
  'Register new credit requirement',
  [
    { title: 'Details', steps: [newRequirementDetails, updateRequirement] },
    { title: 'Credits', steps: [setBuyerCredits, setInvestorCredits] },
    { title: placeTitle, steps: [setBuyerDevelopment, setInvestorLocation] },
    { title: 'Check and register', steps: [finishNewRequirement] },
  ],
  true,
)
