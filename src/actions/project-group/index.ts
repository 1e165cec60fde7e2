import { addProjects, updateProjectGroup } from './update-details.ts'

/** Actions on a project group, in menu order. */
export const projectGroupActions = [updateProjectGroup, addProjects]
