import { addComment } from '../common/comment.ts'
import { newProjectDetails } from '../project/register-new-project.ts'
import { newRequirementDetails } from '../requirement/register-new-credit-requirement.ts'
import { addProjectsFromSheet } from '../project/site-sheet/add-projects-from-sheet.ts'
import { admitOrganisation } from './admit.ts'
import { addParticipantClient } from './add-participant-client.ts'
import { createCreditRequirementGroup } from './create-credit-requirement-group.ts'
import { draftRequirementForBuyer } from './create-credit-requirement.ts'
import { createOrganisation } from './create-organisation.ts'
import { createProjectGroup } from './create-project-group.ts'
import { draftProjectForSupplier } from './create-project.ts'
import { declareControl } from './declare-control.ts'
import { endControl } from './end-control.ts'
import { expressInterest } from './express-interest.ts'
import { inviteUser } from './invite-user.ts'
import { mergeOrganisation } from './merge-organisation.ts'
import { provideAgentAuthority } from './provide-agent-authority.ts'
import { refuseOrganisation } from './refuse.ts'
import { registerForRound } from './register-as-participant.ts'
import { markOrganisationsDifferent } from './set-different.ts'
import { setSelfBilling } from './set-self-billing.ts'
import { setBankAccount } from './set-bank-account.ts'
import { setVat } from './set-vat.ts'
import { updateOrganisation } from './update.ts'

/** Actions on an organisation, in menu order. */
export const organisationActions = [
  admitOrganisation,
  refuseOrganisation,
  updateOrganisation,
  setVat,
  setBankAccount,
  setSelfBilling,
  expressInterest,
  registerForRound,
  newProjectDetails,
  newRequirementDetails,
  draftProjectForSupplier,
  addProjectsFromSheet,
  createProjectGroup,
  draftRequirementForBuyer,
  createCreditRequirementGroup,
  addParticipantClient,
  provideAgentAuthority,
  inviteUser,
  declareControl,
  endControl,
  markOrganisationsDifferent,
  mergeOrganisation,
  addComment('organisation'),
]

/** Actions on the list of organisations. */
export const organisationListActions = [createOrganisation]
