import { sql } from 'kysely'
import { create, type EffectContext } from '#actions/kit/changes'
import { type Actor, isOperator } from '#domain/people/actor'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { showDay } from '@credit-market/values/dates'
import type { OversoldSites } from '#domain/project/land-claims'
import type { SiteBoundary } from '#domain/land/site-boundary'
import type { SiteOutline } from '#domain/land/site-outline'
import { showExactUnits } from '@credit-market/values/units'
import { invalidAnswersError } from '../runner/refusals.ts'
import type { CheckLandOnChange } from '../runner/runtime.ts'
import type { StoreTransaction } from '../store/store.ts'
import { sharedAreaOfOutlines } from './clip.ts'
import { findOversoldGround, type CertifiedSite, findSitesAround } from './sites-around.ts'

/**
 * Checks the land after changes in a transaction: records overlaps of new outlines, and refuses certified credits if
 * the land is not enough for them (I12). One transaction at a time, so that of two certifications the second sees the
 * first. Throws `HttpError` 422 if land would be sold twice.
 */
export const checkLandAfterChanges: CheckLandOnChange = async (tx, changes, { actor, ...given }) => {
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

/** Developments sell no land, so their outlines are not compared. */
const isOfProject = (boundary: Boundary): boundary is OfProject => boundary.projectId !== null

/** Projects, among these and those of these services, that have an outline and a certified service. */
const certifiedWithin = async (
  tx: StoreTransaction,
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

/** Finds outlines whose bounding boxes overlap a new one, and records the shared area for both. */
const noteOverlaps = async (
  tx: StoreTransaction,
  outline: OfProject,
  given: EffectContext,
): Promise<void> => {
  const { projectId, west, south, east, north } = outline
  const { rows } = await sql<{ projectId: string; outline: SiteOutline }>`
    select project_id, outline from site_boundary
    where box(point(west, south), point(east, north))
        && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))
      -- Without those of developments, which have no project.
      and project_id <> ${projectId} order by project_id`.execute(tx.db)
  const shares = rows.flatMap(other => {
    const shared = sharedAreaOfOutlines(outline.outline, other.outline)
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

const refuseOversold = async (tx: StoreTransaction, projectId: string, actor: Actor): Promise<void> => {
  const sites = await findSitesAround(tx, projectId)
  const found = findOversoldGround(sites, projectId)
  if (found)
    throw invalidAnswersError({
      form: sentenceOn(found, sites, `${CREDIT_TYPE_LABELS[found.type]} from ${showDay(found.day)}`, actor),
    })
}

const sentenceOn = (
  { sites: ids, claimed, area }: OversoldSites,
  sites: readonly CertifiedSite[],
  what: string,
  actor: Actor,
): string => {
  const names = sites.filter(({ id }) => ids.includes(id)).map(({ name }) => `“${name}”`)
  if (names.length === 1)
    return `The boundary of ${names[0]} encloses ${showExactUnits(area)} ha, but ${showExactUnits(claimed)} ha would be certified for ${what}. Correct the services or the boundary.`
  return isOperator(actor)
    ? `The boundaries of ${names.join(' and ')} together enclose ${showExactUnits(area)} ha, but ${showExactUnits(claimed)} ha would be certified for ${what}, so land would be sold twice. Correct the services or the boundaries.`
    : `Land within this boundary is already certified for another project. Correct the boundary, or ask the market operator.`
}
