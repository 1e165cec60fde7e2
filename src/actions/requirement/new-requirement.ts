import { wizard } from '../kit/wizard.ts'
import { finishNewRequirement } from './finish-new-requirement.ts'
import { newRequirementDetails } from './new-requirement-details.ts'
import { setBuyerCredits } from './set-buyer-credits.ts'
import { setBuyerDevelopment } from './set-buyer-development.ts'
import { setInvestorCredits } from './set-investor-credits.ts'
import { setInvestorLocation } from './set-investor-location.ts'

/** Details, credits, development or location, finish. It cannot be cancelled half way: what has been saved stays a draft. */
export const newRequirement = wizard(
  'RegisterNewCreditRequirement',
  'Register new credit requirement',
  [
    newRequirementDetails,
    setBuyerCredits,
    setInvestorCredits,
    setBuyerDevelopment,
    setInvestorLocation,
    finishNewRequirement,
  ],
  true,
)
