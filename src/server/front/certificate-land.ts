import type { Certificate } from '#domain/credit/certificate'
import type { MapPicture } from '#front/register/map-picture'
import type { ViewContext } from '../views/kit/context.ts'
import { REGISTRY_LISTS, REGISTRY_READER } from '../views/lists/registry.ts'
import { readMapMarks } from '../map/map.ts'
import { outlineToGeoJson } from '../sites/site.ts'
import { drawInset, drawRegisterMap } from './picture.ts'

/** Ids of the projects whose units a certificate is about. */
const readProjectIds = async (
  { db }: ViewContext,
  { subjectKind, subjectId }: Pick<Certificate, 'subjectKind' | 'subjectId'>,
): Promise<string[]> => {
  if (subjectKind === 'project') return [subjectId]
  const rows = await db
    .selectFrom('credit')
    .select('projectId')
    .distinct()
    .where('requirementId', '=', subjectId)
    .execute()
  return rows.map(({ projectId }) => projectId)
}

/**
 * Map of the land that supplies the units of a certificate, as precisely as the register shows it: a mark for each project,
 * and the boundary of a single one whose owner publishes it. Null if the register has no place for any of them.
 */
export const drawCertificateLand = async (
  context: ViewContext,
  certificate: Pick<Certificate, 'subjectKind' | 'subjectId'>,
): Promise<MapPicture | null> => {
  const id = await readProjectIds(context, certificate)
  if (id.length === 0) return null
  const marks = await readMapMarks(REGISTRY_LISTS.projects, { id }, REGISTRY_READER, context, 'in public')
  const [only] = marks.items
  const site =
    only?.precision === 'exact' && marks.items.length === 1
      ? await context.db
          .selectFrom('siteBoundary')
          .select('outline')
          .where('projectId', '=', only.id)
          .executeTakeFirst()
      : undefined
  const picture = drawRegisterMap(
    marks,
    ['project', 'projects'],
    mark => `/register/projects/${encodeURIComponent(mark.id)}`,
    { listAt: near => `/register/projects${near === undefined ? '' : `?near=${near}#map`}` },
  )
  return picture && { ...picture, ...(site && { inset: drawInset(outlineToGeoJson(site.outline)) }) }
}
