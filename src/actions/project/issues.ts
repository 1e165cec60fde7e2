import { findMissingLocationParts, type Project } from '#domain/project/project'
import { checkProjectFit } from '../common/fit.ts'
import { toObstacle, type Obstacle } from '../common/obstacle.ts'
import { isDocumentFiled } from '../common/registration.ts'
import type { Read } from '../kit/changes.ts'

/** Obstacles to registering a project (market rules 1.3), including those of its round. */
export const readProjectObstacles = async (read: Read, project: Project): Promise<Obstacle[]> => {
  const by = (action: string, texts: readonly string[]): Obstacle[] =>
    texts.map(text => toObstacle('project', project, action, text))
  const lacksDurations = project.isFixedTerm && project.mitigationDurations.length === 0
  return [
    ...by(
      'SetLocation',
      project.creditTypes.length > 0
        ? findMissingLocationParts(project, project.creditTypes)
        : ['No location is given'],
    ),
    ...by(
      'SetLandholderInfo',
      (await isDocumentFiled(read, 'project', project, 'LandholderInfo'))
        ? []
        : ['No landholder information is given'],
    ),
    ...by('Update', lacksDurations ? ['No mitigation durations are given'] : []),
    ...by('SetLocation', (await checkProjectFit(read, project)).against),
  ]
}
