import { comment } from '../common/comment.ts'
import { newProjectDetails } from '../project/register-new-project.ts'
import { newRequirementDetails } from '../requirement/register-new-credit-requirement.ts'
import { admit } from './admit.ts'
import { addParticipantClient } from './add-participant-client.ts'
import { createCreditRequirementGroup } from './create-credit-requirement-group.ts'
import { createCreditRequirement } from './create-credit-requirement.ts'
import { createOrganisation } from './create-organisation.ts'
import { createProjectGroup } from './create-project-group.ts'
import { createProject } from './create-project.ts'
import { declareControl } from './declare-control.ts'
import { endControl } from './end-control.ts'
import { expressInterest } from './express-interest.ts'
import { inviteUser } from './invite-user.ts'
import { mergeOrganisation } from './merge-organisation.ts'
import { provideAgentAuthority } from './provide-agent-authority.ts'
import { refuse } from './refuse.ts'
import { registerAsParticipant } from './register-as-participant.ts'
import { setDifferent } from './set-different.ts'
import { update } from './update.ts'

/** What can be done with an organisation, in menu order. */
export const organisationActions = [
  admit,
  refuse,
  update,
  expressInterest,
  registerAsParticipant,
  newProjectDetails,
  newRequirementDetails,
  createProject,
  createProjectGroup,
  createCreditRequirement,
  createCreditRequirementGroup,
  addParticipantClient,
  provideAgentAuthority,
  inviteUser,
  declareControl,
  endControl,
  setDifferent,
  mergeOrganisation,
  comment('organisation'),
]

/** What can be done with the list of organisations. */
export const organisationsActions = [createOrganisation]
