import { isParticipant } from '#domain/organisation'
import { type Places, placesFor } from '../common/places.ts'
import { action } from '../kit/action.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { wizard } from '../kit/wizard.ts'
import { finishNewRequirement } from './finish-new-requirement.ts'
import {
  checkPlace,
  newRequirement,
  newRequirementFields,
  REQUIREMENT_TYPES,
  warnNoBuyerRound,
  withOnlyType,
} from './new-requirement-fields.ts'
import { setBuyerCredits } from './set-buyer-credits.ts'
import { setBuyerDevelopment } from './set-buyer-development.ts'
import { setInvestorCredits } from './set-investor-credits.ts'
import { setInvestorLocation } from './set-investor-location.ts'
import { update } from './update.ts'

/** The first step of the wizard, which it begins by its name: what the requirement is called, for whom, and in which round. */
export const newRequirementDetails = action({
  name: 'RegisterNewCreditRequirement',
  on: 'organisation',
  title: 'New credit requirement',
  label: 'Register new credit requirement',
  description:
    'Four steps: details, credits, where they are needed, and checking your answers. What you save is kept, so you can go on later.',
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

/** Where the credits are needed: a buyer names its development, an investor a location. */
const placeTitle = (subject: object, given: object): string => {
  const known = 'type' in subject ? REQUIREMENT_TYPES.filter(type => type === subject.type) : []
  const open = REQUIREMENT_TYPES.filter(
    type => 'places' in given && (given as Places).places.some(place => place.capacity === type),
  )
  const [only, another] = known.length > 0 ? known : open
  if (!only || another) return 'Development or location'
  return only === 'Buyer' ? 'Development' : 'Location'
}

/** Details, credits, development or location, finish. It cannot be cancelled half way: what has been saved stays a draft. */
export const registerNewCreditRequirement = wizard(
  'RegisterNewCreditRequirement',
  'Register new credit requirement',
  [
    { title: 'Details', steps: [newRequirementDetails, update] },
    { title: 'Credits', steps: [setBuyerCredits, setInvestorCredits] },
    { title: placeTitle, steps: [setBuyerDevelopment, setInvestorLocation] },
    { title: 'Finish', steps: [finishNewRequirement] },
  ],
  true,
)
