import { addProjects } from './add-projects.ts'
import { updateDetails } from './update-details.ts'

/** What can be done with a project group, in menu order. */
export const projectGroupActions = [updateDetails, addProjects]
