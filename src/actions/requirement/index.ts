import { confirmBid } from './confirm-bid.ts'
import {
  comment,
  issueInvoices,
  makeCertificate,
  replaceCertificate,
  replaceDocument,
  revokeCertificate,
} from '../common/index.ts'
import { addRequirementToGroup, removeRequirementFromGroup } from './add-to-group.ts'
import { allocateCreditRights } from './allocate-rights.ts'
import { completeRequirementRegistration } from './complete-registration.ts'
import { createCreditRequirement } from './create-credit-requirement.ts'
import { fillRequirementFromWorkbook, readWorkbook } from './fill-from-workbook.ts'
import { finishNewRequirement } from './finish-new-requirement.ts'
import { issueCredits } from './issue-credits.ts'
import { issueDeposit } from './issue-deposit.ts'
import { redeemCredits } from './redeem-credits.ts'
import { registerNewCreditRequirement } from './register-new-credit-requirement.ts'
import { register } from './register.ts'
import { reportRequirementConcern } from '../case/report-concern.ts'
import { retireRedeemedCredits } from './retire-credits.ts'
import { reregisterRequirement } from './reregister.ts'
import { setBid } from './set-bid.ts'
import { setDevelopmentBoundary } from './set-boundary.ts'
import { setBuyerCredits } from './set-buyer-credits.ts'
import { setBuyerDevelopment } from './set-buyer-development.ts'
import { setCreditAllocationCertificate, setCreditSupplyAgreement } from './set-credit-supply-agreement.ts'
import { setInvestorCredits } from './set-investor-credits.ts'
import { setInvestorLocation } from './set-investor-location.ts'
import { updateRequirement } from './update.ts'
import { withdrawBid } from './withdraw-bid.ts'

/** Actions on a credit requirement, in menu order. */
export const requirementActions = [
  updateRequirement,
  setBuyerCredits,
  setInvestorCredits,
  readWorkbook,
  fillRequirementFromWorkbook,
  setBuyerDevelopment,
  setInvestorLocation,
  setDevelopmentBoundary,
  register,
  completeRequirementRegistration,
  setBid,
  confirmBid,
  withdrawBid,
  addRequirementToGroup,
  removeRequirementFromGroup,
  setCreditSupplyAgreement,
  setCreditAllocationCertificate,
  allocateCreditRights,
  issueCredits,
  redeemCredits,
  reportRequirementConcern,
  reregisterRequirement,
  replaceDocument('requirement'),
  replaceCertificate('requirement'),
  revokeCertificate('requirement'),
  comment('requirement'),
  finishNewRequirement,
  retireRedeemedCredits,
  makeCertificate('requirement'),
  issueInvoices('requirement'),
  issueDeposit,
]

/** Wizards of requirements. */
export const requirementWizards = [registerNewCreditRequirement]

/** Actions on the list of credit requirements. */
export const requirementListActions = [createCreditRequirement]
