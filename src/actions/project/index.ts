import { confirmOffer } from './confirm-offer.ts'
import {
  comment,
  issueInvoices,
  makeCertificate,
  replaceCertificate,
  replaceDocument,
  revokeCertificate,
} from '../common/index.ts'
import { addBiodiversityService } from './services/add-biodiversity-service.ts'
import { addComplianceCheck } from './monitoring/add-compliance-check.ts'
import { addNutrientService } from './services/add-nutrient-service.ts'
import { addPerformanceCheck } from './monitoring/add-performance-check.ts'
import { addScreeningOutcome } from './add-screening-outcome.ts'
import { addProjectToGroup, removeProjectFromGroup } from './add-to-group.ts'
import { askForEvidence } from './monitoring/ask-for-evidence.ts'
import { completeProjectRegistration } from './complete-registration.ts'
import { contractProject } from './contract.ts'
import { createProject } from './create-project.ts'
import { editBiodiversityService } from './services/edit-biodiversity-service.ts'
import { editNutrientService } from './services/edit-nutrient-service.ts'
import { fillServicesFromWorkbook, readWorkbook } from './fill-from-workbook.ts'
import { registerNewProject } from './register-new-project.ts'
import { register } from './register.ts'
import { reportProjectConcern } from '../case/report-concern.ts'
import { endTimeToCure } from './end-time-to-cure.ts'
import { retireUnsoldCredits } from './monitoring/retire-credits.ts'
import { reregisterProject } from './reregister.ts'
import { setBoundary } from './set-boundary.ts'
import { setBiodiversitySupply } from './services/set-biodiversity-supply.ts'
import { setCertificationDecision } from './set-certification-decision.ts'
import { setCosts } from './set-costs.ts'
import { setLandholderInfo } from './set-landholder-info.ts'
import { setLocation } from './set-location.ts'
import { setNatureBasedAgreement } from './set-nature-based-agreement.ts'
import { setOffer } from './set-offer.ts'
import { setPreMarketReviewOutcome } from './set-pre-market-review-outcome.ts'
import { setSection106Agreement } from './set-section106-agreement.ts'
import { supplyEvidence } from './monitoring/supply-evidence.ts'
import { update } from './update.ts'
import { verifyProject } from './verify.ts'
import { withdrawOffer } from './withdraw-offer.ts'

/** Actions on a project, in menu order. */
export const projectActions = [
  update,
  setLocation,
  setBoundary,
  setLandholderInfo,
  readWorkbook,
  register,
  completeProjectRegistration,
  addScreeningOutcome,
  addNutrientService,
  editNutrientService,
  addBiodiversityService,
  editBiodiversityService,
  setBiodiversitySupply,
  fillServicesFromWorkbook,
  setCertificationDecision,
  setPreMarketReviewOutcome,
  setCosts,
  setOffer,
  confirmOffer,
  withdrawOffer,
  addProjectToGroup,
  removeProjectFromGroup,
  setNatureBasedAgreement,
  setSection106Agreement,
  contractProject,
  verifyProject,
  addComplianceCheck,
  addPerformanceCheck,
  askForEvidence,
  supplyEvidence,
  reportProjectConcern,
  reregisterProject,
  replaceDocument('project'),
  replaceCertificate('project'),
  revokeCertificate('project'),
  comment('project'),
  retireUnsoldCredits,
  endTimeToCure,
  makeCertificate('project'),
  issueInvoices('project'),
]

/** Wizards of projects. */
export const projectWizards = [registerNewProject]

/** Actions on the list of projects. */
export const projectListActions = [createProject]
