import { addRequirements, updateRequirementGroup } from './update-details.ts'

/** Actions on a credit requirement group, in menu order. */
export const requirementGroupActions = [updateRequirementGroup, addRequirements]
