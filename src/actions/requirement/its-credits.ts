import type { Credit } from '#domain/credit/credit'
import type { Project } from '#domain/project/project'
import type { Read } from '../kit/changes.ts'

/** Projects that supply some credits, locked until the action is done. */
export const readSupplyingProjects = async (read: Read, credits: readonly Credit[]): Promise<Project[]> => {
  const projects: Project[] = []
  for (const id of [...new Set(credits.map(({ projectId }) => projectId))].toSorted()) {
    const project = await read.one('project', id)
    if (project) projects.push(project)
  }
  return projects
}
