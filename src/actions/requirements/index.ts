import { createCreditRequirement } from './create-credit-requirement.ts'

/** What can be done with the list of credit requirements, in menu order. */
export const requirementsActions = [createCreditRequirement]
