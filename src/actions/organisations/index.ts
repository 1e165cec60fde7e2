import { createOrganisation } from './create-organisation.ts'

/** What can be done with the list of organisations. */
export const organisationsActions = [createOrganisation]
