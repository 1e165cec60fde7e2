import { confirmOffer } from './confirm-offer.ts'
import {
  comment,
  makeCertificate,
  replaceCertificate,
  replaceDocument,
  revokeCertificate,
} from '../common/index.ts'
import { addBiodiversityService } from './add-biodiversity-service.ts'
import { addComplianceCheck } from './add-compliance-check.ts'
import { addNutrientService } from './add-nutrient-service.ts'
import { addPerformanceCheck } from './add-performance-check.ts'
import { addScreeningOutcome } from './add-screening-outcome.ts'
import { addToGroup } from './add-to-group.ts'
import { askForEvidence } from './ask-for-evidence.ts'
import { completeRegistration } from './complete-registration.ts'
import { contract } from './contract.ts'
import { createProject } from './create-project.ts'
import { editBiodiversityService } from './edit-biodiversity-service.ts'
import { editNutrientService } from './edit-nutrient-service.ts'
import { fillFromWorkbook } from './fill-from-workbook.ts'
import { readWorkbook } from './read-workbook.ts'
import { registerNewProject } from './register-new-project.ts'
import { register } from './register.ts'
import { removeFromGroup } from './remove-from-group.ts'
import { retireCredits } from './retire-credits.ts'
import { reregister } from './reregister.ts'
import { setBoundary } from './set-boundary.ts'
import { setBiodiversitySupply } from './set-biodiversity-supply.ts'
import { setCertificationDecision } from './set-certification-decision.ts'
import { setCosts } from './set-costs.ts'
import { setLandholderInfo } from './set-landholder-info.ts'
import { setLocation } from './set-location.ts'
import { setNatureBasedAgreement } from './set-nature-based-agreement.ts'
import { setOffer } from './set-offer.ts'
import { setPreMarketReviewOutcome } from './set-pre-market-review-outcome.ts'
import { setSection106Agreement } from './set-section106-agreement.ts'
import { supplyEvidence } from './supply-evidence.ts'
import { update } from './update.ts'
import { verify } from './verify.ts'

/** What can be done with a project, in menu order. */
export const projectActions = [
  update,
  setLocation,
  setBoundary,
  setLandholderInfo,
  readWorkbook,
  register,
  completeRegistration,
  addScreeningOutcome,
  addNutrientService,
  editNutrientService,
  addBiodiversityService,
  editBiodiversityService,
  setBiodiversitySupply,
  fillFromWorkbook,
  setCertificationDecision,
  setPreMarketReviewOutcome,
  setCosts,
  setOffer,
  confirmOffer,
  addToGroup,
  removeFromGroup,
  setNatureBasedAgreement,
  setSection106Agreement,
  contract,
  verify,
  addComplianceCheck,
  addPerformanceCheck,
  askForEvidence,
  supplyEvidence,
  reregister,
  replaceDocument('project'),
  replaceCertificate('project'),
  revokeCertificate('project'),
  comment('project'),
  retireCredits,
  makeCertificate('project'),
]

/** The ways of several steps that lead through projects. */
export const projectWizards = [registerNewProject]

/** What can be done with the list of projects. */
export const projectsActions = [createProject]
