import type { Kysely } from 'kysely'
import type { CreditType } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import { claimsOf, type Oversold, oversold } from '#domain/land-claims'
import type { Service } from '#domain/service'
import type { SiteOutline } from '#domain/site-outline'
import type { Tx } from '../store/store.ts'
import type { Database } from '../store/tables.ts'
import { groundsOf } from './clip.ts'

/** A site with its certified services that take up land. */
export interface Site {
  id: string
  name: string
  outline: SiteOutline
  services: Service[]
}

/** The sites with certified services that could want the same ground: over what they share, and those share, and so on. */
export const sitesAround = async (
  tx: { db: Kysely<Database>; list: Tx['list'] },
  projectId: string,
): Promise<Site[]> => {
  const sites: Site[] = []
  const seen = new Set([projectId])
  for (let next = [projectId]; next.length > 0;) {
    const boundaries = await tx.db
      .selectFrom('siteBoundary')
      .innerJoin('project', 'project.id', 'siteBoundary.projectId')
      .select(['project.id', 'project.name', 'siteBoundary.outline'])
      .where('project.id', 'in', next)
      // Whoever won nothing lets go of the land until the project is registered again.
      .where('project.status', '<>', 'Unmatched')
      .orderBy('project.id')
      .execute()
    const services = await tx.list('service', { projectId: next, status: 'Certified', sizeUnit: 'Ha' })
    const claiming = boundaries
      .map(one => ({ ...one, services: services.filter(service => service.projectId === one.id) }))
      .filter(one => one.services.length > 0)
    sites.push(...claiming)
    const overlaps = await tx.list('siteOverlap', { projectId: claiming.map(({ id }) => id) })
    next = [...new Set(overlaps.map(({ otherId }) => otherId))].filter(id => !seen.has(id)).toSorted()
    for (const id of next) seen.add(id)
  }
  return sites
}

/** Whether a site is certified for ground that others among these are certified for too, of which type and from when; undefined as it should be. */
export const oversoldAmong = (
  sites: readonly Site[],
  projectId: string,
): (Oversold & { type: CreditType; day: Day }) | undefined => {
  const grounds = groundsOf(sites)
  for (const { type, day, claims } of claimsOf(sites.flatMap(({ services }) => services))) {
    const found = oversold(projectId, claims, grounds)
    if (found) return { ...found, type, day }
  }
  return undefined
}
