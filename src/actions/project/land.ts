import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { takenBy } from '#domain/land-claims'
import type { Project } from '#domain/project'
import { differs } from '#domain/site-boundary'
import { showUnits } from '#domain/units'
import type { Read } from '../kit/changes.ts'

const NO_BOUNDARY = 'No site boundary is given, so that nobody can tell whether other sites share its ground.'

/** Sentences about the land of a project, for the operator before a decision: what others share of it, and figures that differ. */
export const landOf = async (read: Read, { id }: Pick<Project, 'id'>): Promise<{ land: string[] }> => {
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
    return `${showUnits(area)} ha are within the boundary of “${other?.name}” of ${owner?.name} too.`
  })
  return { land: [...shared, ...areaWarnings(takenBy(services), boundary.area)] }
}

/**
 * What is said where the area that services take up and the area of the boundary do not go together, with both figures. The
 * credit type that takes up most is compared: another may well be had from a part of the site.
 */
export const areaWarnings = (taken: ReturnType<typeof takenBy>, area: number): string[] => {
  const [most] = taken.toSorted((a, b) => b.area - a.area)
  return most && differs(most.area, area)
    ? [
        `Its services take up ${showUnits(most.area)} ha for ${CREDIT_TYPE_LABELS[most.type]}, and the boundary is around ${showUnits(area)} ha.`,
      ]
    : []
}
