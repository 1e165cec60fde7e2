import { createProject } from './create-project.ts'

/** What can be done with the list of projects, in menu order. */
export const projectsActions = [createProject]
