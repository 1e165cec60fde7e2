import type { Kysely } from 'kysely'
import { selfOf } from '#contract/nouns'
import type { MultiPolygon, SiteView } from '#contract/site-boundary'
import { type Actor, isOperator } from '#domain/actor'
import { areaWarnings } from '#actions/project/land'
import { takenBy } from '#domain/land-claims'
import { latLongOf } from '#domain/place/osgb'
import type { Project } from '#domain/project'
import type { Service } from '#domain/service'
import type { BoundaryOf } from '#domain/site-boundary'
import type { SiteOutline } from '#domain/site-outline'
import { quantityOf } from '#domain/units'
import { surveyedSite } from '../sites/around.ts'
import { authorityWarnings, englandWarnings } from '../sites/site-warnings.ts'
import type { Database } from '../store/tables.ts'

/** An outline in longitude and latitude, as GeoJSON has it. */
export const geometryOf = (outline: SiteOutline): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: outline.map(area =>
    area.map(ring =>
      ring.map(([easting, northing]): [number, number] => {
        const { longitude, latitude } = latLongOf({ easting, northing })
        return [longitude, latitude]
      }),
    ),
  ),
})

/** The line around a project's land or the site of a development and what is known of it; nothing of either where none was given. */
export const siteOf = async (
  db: Kysely<Database>,
  of: BoundaryOf,
  { lpaId }: Pick<Project, 'lpaId'>,
  services: readonly Service[],
  reader: Actor,
): Promise<{ boundary: MultiPolygon | null; site: SiteView | null }> => {
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
  const taken = takenBy(services)
  const surveyed = surveyedSite(outline, null)
  return {
    boundary: geometryOf(outline),
    site: {
      hectares: quantityOf(area),
      areas: outline.length,
      corners: outline.flat().reduce((sum, ring) => sum + ring.length - 1, 0),
      system,
      file:
        id !== null && name !== null && sha256 !== null
          ? { id, name, sha256, links: { self: selfOf('filedDocument', id) } }
          : null,
      setAt,
      warnings: [
        ...areaWarnings(taken, area),
        ...englandWarnings(surveyed),
        ...authorityWarnings(surveyed, lpaId),
      ],
      claimed: taken.map(({ type, area: taking }) => ({ creditType: type, hectares: quantityOf(taking) })),
      overlaps: 'projectId' in of && isOperator(reader) ? await overlapsOf(db, of.projectId) : [],
    },
  }
}

const overlapsOf = async (db: Kysely<Database>, projectId: string): Promise<SiteView['overlaps']> => {
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
    hectares: quantityOf(shared),
  }))
}
