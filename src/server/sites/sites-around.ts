import type { Kysely } from 'kysely'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import { listLandClaims, type OversoldSites, findOversoldSites } from '#domain/project/land-claims'
import type { Service } from '#domain/project/service'
import type { SiteOutline } from '#domain/land/site-outline'
import type { StoreTransaction } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'
import { divideGround } from './clip.ts'

/** A site with its certified services that take up land. */
export interface CertifiedSite {
  id: string
  name: string
  outline: SiteOutline
  services: Service[]
}

/**
 * Sites with certified services that may compete for the same ground: overlapping sites, the sites that overlap
 * those, and so on.
 */
export const findSitesAround = async (
  tx: { db: Kysely<Database>; list: StoreTransaction['list'] },
  projectId: string,
): Promise<CertifiedSite[]> => {
  const sites: CertifiedSite[] = []
  const seen = new Set([projectId])
  for (let next = [projectId]; next.length > 0;) {
    const boundaries = await tx.db
      .selectFrom('siteBoundary')
      .innerJoin('project', 'project.id', 'siteBoundary.projectId')
      .select(['project.id', 'project.name', 'siteBoundary.outline'])
      .where('project.id', 'in', next)
      // An unmatched project releases its land until it is registered again.
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

/** Ground of a project that is also certified for others among these, with type and date; undefined if none is. */
export const findOversoldGround = (
  sites: readonly CertifiedSite[],
  projectId: string,
): (OversoldSites & { type: CreditType; day: Day }) | undefined => {
  const grounds = divideGround(sites)
  for (const { type, day, claims } of listLandClaims(sites.flatMap(({ services }) => services))) {
    const found = findOversoldSites(projectId, claims, grounds)
    if (found) return { ...found, type, day }
  }
  return undefined
}
