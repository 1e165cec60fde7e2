import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Project } from '#domain/project/project'
import { suppliableCreditTypes } from '#domain/project/suitability'
import { readRoundOfItem } from '../../fields/areas.ts'
import type { Read } from '../../kit/changes.ts'

/** Credits that a project may yield: those that its round trades and its type allows. */
export const readSupplyTypes = async (read: Read, project: Project): Promise<CreditType[]> => {
  const type = project.typeId === null ? undefined : await read.one('projectType', project.typeId)
  return suppliableCreditTypes(await readRoundOfItem(read, project), type)
}
