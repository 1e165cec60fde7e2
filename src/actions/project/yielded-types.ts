import type { CreditType } from '#domain/credit-type'
import type { Project } from '#domain/project'
import { creditTypesFor } from '#domain/suitability'
import { roundOf } from '../common/areas.ts'
import type { Read } from '../kit/changes.ts'

/** The credits that a project may yield: those that its round trades and its type knows. */
export const yieldedTypes = async (read: Read, project: Project): Promise<CreditType[]> => {
  const type = project.typeId === null ? undefined : await read.one('projectType', project.typeId)
  return creditTypesFor(await roundOf(read, project), type)
}
