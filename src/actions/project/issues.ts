import { missingPlace, type Project } from '#domain/project'
import { fitOfProject } from '../common/fit.ts'
import { isFiled } from '../common/registration.ts'
import type { Read } from '../kit/changes.ts'

/** What a project lacks before it can be registered (market rules 1.3), in sentences. */
export const projectIssues = async (read: Read, project: Project): Promise<string[]> => [
  ...(project.creditTypes.length > 0 ? missingPlace(project, project.creditTypes) : ['No location is given']),
  ...((await isFiled(read, 'project', project, 'LandholderInfo'))
    ? []
    : ['No landholder information is given']),
  ...(project.isFixedTerm && project.mitigationDurations.length === 0
    ? ['No mitigation durations are given']
    : []),
  ...(await fitOfProject(read, project)).against,
]
