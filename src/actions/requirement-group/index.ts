import { addRequirements } from './add-requirements.ts'
import { updateDetails } from './update-details.ts'

/** What can be done with a credit requirement group, in menu order. */
export const requirementGroupActions = [updateDetails, addRequirements]
