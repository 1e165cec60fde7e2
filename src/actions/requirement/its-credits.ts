import { blockOf, blockOfPeriod, subtractBlocks } from '#domain/case/unit-blocks'
import { uncoveredBlocks } from '#domain/case/unit-replacement'
import type { Credit } from '#domain/credit/credit'
import type { Project } from '#domain/project/project'
import { readFailedUnits } from '../common/failed-units.ts'
import type { Read } from '../kit/changes.ts'

/** Credits of which at least one unit is still that of their own project: others do not replace all of them. */
const readOwnCredits = async (read: Read, credits: readonly Credit[]): Promise<Credit[]> => {
  const { failures, replacements } = await readFailedUnits(read, { creditId: credits.map(({ id }) => id) })
  if (failures.length === 0) return [...credits]
  return credits.filter(({ id, unitsPerPeriod }) => {
    const own = failures.filter(one => one.creditId === id)
    const sound = subtractBlocks(unitsPerPeriod.map(blockOfPeriod), own.map(blockOf))
    return sound.length > 0 || own.some(one => uncoveredBlocks(one, replacements).length > 0)
  })
}

/**
 * Projects that supply some credits, locked until the action is done. A project does not count if units of verified projects
 * replace all that it would supply.
 */
export const readSupplyingProjects = async (read: Read, credits: readonly Credit[]): Promise<Project[]> => {
  const projects: Project[] = []
  const own = await readOwnCredits(read, credits)
  for (const id of [...new Set(own.map(({ projectId }) => projectId))].toSorted()) {
    const project = await read.one('project', id)
    if (project) projects.push(project)
  }
  return projects
}
