import { confirmBid } from './confirm-bid.ts'
import {
  comment,
  makeCertificate,
  replaceCertificate,
  replaceDocument,
  revokeCertificate,
} from '../common/index.ts'
import { addToGroup } from './add-to-group.ts'
import { allocateRights } from './allocate-rights.ts'
import { completeRegistration } from './complete-registration.ts'
import { createCreditRequirement } from './create-credit-requirement.ts'
import { fillFromWorkbook } from './fill-from-workbook.ts'
import { finishNewRequirement } from './finish-new-requirement.ts'
import { issueCredits } from './issue-credits.ts'
import { redeemCredits } from './redeem-credits.ts'
import { readWorkbook } from './read-workbook.ts'
import { registerNewCreditRequirement } from './register-new-credit-requirement.ts'
import { register } from './register.ts'
import { removeFromGroup } from './remove-from-group.ts'
import { retireCredits } from './retire-credits.ts'
import { reregister } from './reregister.ts'
import { setBid } from './set-bid.ts'
import { setBoundary } from './set-boundary.ts'
import { setBuyerCredits } from './set-buyer-credits.ts'
import { setBuyerDevelopment } from './set-buyer-development.ts'
import { setCreditAllocationCertificate } from './set-credit-allocation-certificate.ts'
import { setCreditSupplyAgreement } from './set-credit-supply-agreement.ts'
import { setInvestorCredits } from './set-investor-credits.ts'
import { setInvestorLocation } from './set-investor-location.ts'
import { update } from './update.ts'

/** What can be done with a credit requirement, in menu order. */
export const requirementActions = [
  update,
  setBuyerCredits,
  setInvestorCredits,
  readWorkbook,
  fillFromWorkbook,
  setBuyerDevelopment,
  setInvestorLocation,
  setBoundary,
  register,
  completeRegistration,
  setBid,
  confirmBid,
  addToGroup,
  removeFromGroup,
  setCreditSupplyAgreement,
  setCreditAllocationCertificate,
  allocateRights,
  issueCredits,
  redeemCredits,
  reregister,
  replaceDocument('requirement'),
  replaceCertificate('requirement'),
  revokeCertificate('requirement'),
  comment('requirement'),
  finishNewRequirement,
  retireCredits,
  makeCertificate('requirement'),
]

/** The ways of several steps that lead through requirements. */
export const requirementWizards = [registerNewCreditRequirement]

/** What can be done with the list of credit requirements. */
export const requirementsActions = [createCreditRequirement]
