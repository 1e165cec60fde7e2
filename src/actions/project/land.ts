import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { maxHectaresTaken } from '#domain/project/land-claims'
import type { Project } from '#domain/project/project'
import { isAreaDifferent } from '#domain/land/site-boundary'
import { showUnits } from '@credit-market/values/units'
import type { Read } from '../kit/changes.ts'

const NO_BOUNDARY = 'There is no site boundary, so we cannot check whether other sites overlap this one.'

/** Sentences about the land of a project, for the operator before a decision: shared land, and figures that differ. */
export const describeLand = async (read: Read, { id }: Pick<Project, 'id'>): Promise<{ land: string[] }> => {
  const [boundary, overlaps, services] = await Promise.all([
    read.one('siteBoundary', { projectId: id }),
    read.list('siteOverlap', { projectId: id }),
    read.list('service', { projectId: id }),
  ])
  if (!boundary) return { land: [NO_BOUNDARY] }
  const others = await read.list('project', { id: overlaps.map(({ otherId }) => otherId) })
  const owners = await read.list('organisation', { id: others.map(({ supplierId }) => supplierId) })
  const shared = overlaps.map(({ otherId, shared: area }) => {
    const other = others.find(one => one.id === otherId)
    const owner = owners.find(one => one.id === other?.supplierId)
    return `${showUnits(area)} ha are also within the boundary of “${other?.name}” of ${owner?.name}.`
  })
  return { land: [...shared, ...siteAreaWarnings(maxHectaresTaken(services), boundary.area)] }
}

/**
 * Warning if the area of the services does not match the area of the boundary, with both figures. Only the credit type with the
 * largest area is compared: another may come from a part of the site.
 */
export const siteAreaWarnings = (taken: ReturnType<typeof maxHectaresTaken>, area: number): string[] => {
  const [most] = taken.toSorted((a, b) => b.area - a.area)
  return most && isAreaDifferent(most.area, area)
    ? [
        `The services of this project use ${showUnits(most.area)} ha for ${CREDIT_TYPE_LABELS[most.type]}, but the boundary contains ${showUnits(area)} ha.`,
      ]
    : []
}
