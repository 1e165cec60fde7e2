import type { Credit } from '#domain/credit'
import type { Project } from '#domain/project'
import type { Read } from '../kit/changes.ts'

/** The projects that some credits come from, held as they are until the action is done. */
export const suppliersOf = async (read: Read, credits: readonly Credit[]): Promise<Project[]> => {
  const projects: Project[] = []
  for (const id of [...new Set(credits.map(({ projectId }) => projectId))].toSorted()) {
    const project = await read.one('project', id)
    if (project) projects.push(project)
  }
  return projects
}
