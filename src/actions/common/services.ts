import type { Service } from '#domain/project/service'
import type { Read } from '../kit/changes.ts'

/** The biodiversity services of a project, from a read of all its services, which others need as well. */
export const readBiodiversityServices = async (read: Read, projectId: string): Promise<Service[]> =>
  (await read.list('service', { projectId })).filter(({ type }) => type === 'Biodiversity')
