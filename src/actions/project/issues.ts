import { missingPlace, type Project } from '#domain/project'
import { fitOfProject } from '../common/fit.ts'
import { obstacle, type Obstacle } from '../common/obstacle.ts'
import { isFiled } from '../common/registration.ts'
import type { Read } from '../kit/changes.ts'

/** What a project lacks before it can be registered (market rules 1.3), or what its round cannot take. */
export const projectIssues = async (read: Read, project: Project): Promise<Obstacle[]> => {
  const by = (action: string, texts: readonly string[]): Obstacle[] =>
    texts.map(text => obstacle('project', project, action, text))
  const lacksDurations = project.isFixedTerm && project.mitigationDurations.length === 0
  return [
    ...by(
      'SetLocation',
      project.creditTypes.length > 0 ? missingPlace(project, project.creditTypes) : ['No location is given'],
    ),
    ...by(
      'SetLandholderInfo',
      (await isFiled(read, 'project', project, 'LandholderInfo'))
        ? []
        : ['No landholder information is given'],
    ),
    ...by('Update', lacksDurations ? ['No mitigation durations are given'] : []),
    ...by('SetLocation', (await fitOfProject(read, project)).against),
  ]
}
