import { sql } from 'kysely'
import { create, type Given } from '#actions/kit/changes'
import { type Actor, isOperator } from '#domain/actor'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { showDay } from '#domain/dates'
import type { Oversold } from '#domain/land-claims'
import type { SiteBoundary } from '#domain/site-boundary'
import type { SiteOutline } from '#domain/site-outline'
import { showExactUnits } from '#domain/units'
import { invalid } from '../runner/refusals.ts'
import type { KeepLand } from '../runner/runtime.ts'
import type { Tx } from '../store/store.ts'
import { sharedArea } from './clip.ts'
import { oversoldAmong, type Site, sitesAround } from './sites-around.ts'

/**
 * Keeps the land in order after changes that were applied in a transaction: works out what new outlines share with
 * others, and refuses certified credits for which there is not land enough (I12). One transaction does so at a time,
 * so that of two certifications the second sees the first. Throws `HttpError` 422 where land would be sold twice.
 */
export const keepLand: KeepLand = async (tx, changes, { actor, ...given }) => {
  const outlines = changes.flatMap(change =>
    change.change === 'create' && change.kind === 'siteBoundary' && isOfProject(change.row as Boundary)
      ? [change.row as OfProject]
      : [],
  )
  const serviceIds = changes.flatMap(change =>
    'kind' in change && change.kind === 'service' && 'id' in change ? [change.id] : [],
  )
  const back = changes.flatMap(change =>
    change.change === 'move' && change.kind === 'project' && change.from === 'Unmatched' ? [change.id] : [],
  )
  if (outlines.length + serviceIds.length + back.length === 0) return
  const certified = await certifiedWithin(tx, serviceIds, [...back, ...outlines.map(one => one.projectId)])
  if (outlines.length + certified.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtext('land'))`.execute(tx.db)
  for (const outline of outlines) await noteOverlaps(tx, outline, given)
  for (const projectId of certified) await refuseOversold(tx, projectId, actor)
}

type Boundary = Omit<SiteBoundary, 'version'>
type OfProject = Boundary & { projectId: string }

/** Developments sell no land: theirs are compared with nobody's. */
const isOfProject = (boundary: Boundary): boundary is OfProject => boundary.projectId !== null

/** The projects among these, and of these services, that have an outline and a certified service. */
const certifiedWithin = async (
  tx: Tx,
  serviceIds: readonly string[],
  projectIds: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ projectId: string }>`select project_id from site_boundary
    where project_id in (select project_id from service where status = 'Certified'
      and (project_id = any(${projectIds}::text[])
        or project_id in (select project_id from service where id = any(${serviceIds}::text[]))))
    order by project_id`.execute(tx.db)
  return rows.map(({ projectId }) => projectId)
}

/** Looks up by their boxes which outlines could share ground with a new one, and notes what they do share, both ways. */
const noteOverlaps = async (tx: Tx, outline: OfProject, given: Given): Promise<void> => {
  const { projectId, west, south, east, north } = outline
  const { rows } = await sql<{ projectId: string; outline: SiteOutline }>`
    select project_id, outline from site_boundary
    where box(point(west, south), point(east, north))
        && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))
      -- Without those of developments, which have no project.
      and project_id <> ${projectId} order by project_id`.execute(tx.db)
  const shares = rows.flatMap(other => {
    const shared = sharedArea(outline.outline, other.outline)
    const both = [
      [projectId, other.projectId],
      [other.projectId, projectId],
    ] as const
    return shared === 0
      ? []
      : both.map(([one, another]) =>
          create('siteOverlap', { id: given.newId(), projectId: one, otherId: another, shared }),
        )
  })
  if (shares.length > 0) await tx.apply(shares, given)
}

const refuseOversold = async (tx: Tx, projectId: string, actor: Actor): Promise<void> => {
  const sites = await sitesAround(tx, projectId)
  const found = oversoldAmong(sites, projectId)
  if (found)
    throw invalid({
      form: sentenceOn(found, sites, `${CREDIT_TYPE_LABELS[found.type]} from ${showDay(found.day)}`, actor),
    })
}

const sentenceOn = (
  { sites: ids, claimed, area }: Oversold,
  sites: readonly Site[],
  what: string,
  actor: Actor,
): string => {
  const names = sites.filter(({ id }) => ids.includes(id)).map(({ name }) => `“${name}”`)
  if (names.length === 1)
    return `The boundary of ${names[0]} is around ${showExactUnits(area)} ha, and ${showExactUnits(claimed)} ha would be certified for ${what}. Correct the services or the boundary.`
  return isOperator(actor)
    ? `The boundaries of ${names.join(' and ')} are around ${showExactUnits(area)} ha together, and ${showExactUnits(claimed)} ha would be certified for ${what}: land would be sold twice. Correct the services or the boundaries.`
    : `Land within this boundary is certified for another project already. Correct the boundary, or ask the market operator.`
}
