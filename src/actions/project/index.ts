import { setCosts } from './set-costs.ts'

/** What can be done with a project, in menu order. */
export const projectActions = [setCosts]
