import type { Kysely } from 'kysely'
import { apiAddress } from '#contract/nouns/nouns'
import type { MultiPolygon, SiteSummary } from '#contract/kit/site-boundary'
import { type Actor, isOperator } from '#domain/people/actor'
import { siteAreaWarnings } from '#actions/project/land'
import { maxHectaresTaken } from '#domain/project/land-claims'
import { gridToLatLong } from '#domain/place/osgb'
import type { Project } from '#domain/project/project'
import type { Service } from '#domain/project/service'
import type { BoundaryOwner } from '#domain/land/site-boundary'
import type { SiteOutline } from '#domain/land/site-outline'
import { unitsToNumber } from '@credit-market/values/units'
import { prepareSurvey } from './around.ts'
import { authorityWarnings, englandWarnings } from './site-warnings.ts'
import type { Database } from '../store/tables/tables.ts'

/** An outline as GeoJSON, in longitude and latitude. */
export const outlineToGeoJson = (outline: SiteOutline): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: outline.map(area =>
    area.map(ring =>
      ring.map(([easting, northing]): [number, number] => {
        const { longitude, latitude } = gridToLatLong({ easting, northing })
        return [longitude, latitude]
      }),
    ),
  ),
})

/** The boundary of a project's land or of a development's site with its details; null if there is none. */
export const readSiteView = async (
  db: Kysely<Database>,
  of: BoundaryOwner,
  { lpaId }: Pick<Project, 'lpaId'>,
  services: readonly Service[],
  reader: Actor,
): Promise<{ boundary: MultiPolygon | null; site: SiteSummary | null }> => {
  const row = await db
    .selectFrom('siteBoundary')
    .leftJoin('filedDocument', 'filedDocument.id', 'siteBoundary.documentId')
    .select([
      'outline',
      'area',
      'system',
      'documentId',
      'setAt',
      'filedDocument.name',
      'filedDocument.sha256',
    ])
    .where(where => where.and({ ...of }))
    .executeTakeFirst()
  if (!row) return { boundary: null, site: null }
  const { outline, area, system, documentId: id, name, sha256, setAt } = row
  const taken = maxHectaresTaken(services)
  const surveyed = prepareSurvey(outline, null)
  return {
    boundary: outlineToGeoJson(outline),
    site: {
      hectares: unitsToNumber(area),
      areas: outline.length,
      corners: outline.flat().reduce((sum, ring) => sum + ring.length - 1, 0),
      system,
      file:
        id !== null && name !== null && sha256 !== null
          ? { id, name, sha256, links: { self: apiAddress('filedDocument', id) } }
          : null,
      setAt,
      warnings: [
        ...siteAreaWarnings(taken, area),
        ...englandWarnings(surveyed),
        ...authorityWarnings(surveyed, lpaId),
      ],
      claimed: taken.map(({ type, area: taking }) => ({ creditType: type, hectares: unitsToNumber(taking) })),
      overlaps: 'projectId' in of && isOperator(reader) ? await overlapsOf(db, of.projectId) : [],
    },
  }
}

const overlapsOf = async (db: Kysely<Database>, projectId: string): Promise<SiteSummary['overlaps']> => {
  const rows = await db
    .selectFrom('siteOverlap')
    .innerJoin('project', 'project.id', 'siteOverlap.otherId')
    .innerJoin('organisation', 'organisation.id', 'project.supplierId')
    .select([
      'project.id',
      'project.name',
      'organisation.id as ownerId',
      'organisation.name as ownerName',
      'shared',
    ])
    .where('siteOverlap.projectId', '=', projectId)
    .orderBy('shared', 'desc')
    .orderBy('project.id')
    .execute()
  return rows.map(({ id, name, ownerId, ownerName, shared }) => ({
    project: { id, name },
    supplier: { id: ownerId, name: ownerName },
    hectares: unitsToNumber(shared),
  }))
}
