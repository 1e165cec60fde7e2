import { sql, type Kysely } from 'kysely'
import type { OwnEstimateView } from '#contract/desk/saved-estimate'
import { withQuery } from '#contract/kit/endpoint'
import { LAND_DESK_PAGE, NEED_DESK_PAGE } from '#contract/public/public-pages'
import { fitsSavedEstimate, savedEstimateText } from '#domain/project/saved-estimate'
import type { Round } from '#domain/round/round'
import type { Database } from '../store/tables/tables.ts'

/** Saved estimates of an organisation, each with those of the given rounds that are open for registration and fit. */
export const readOwnEstimates = async (
  db: Kysely<Database>,
  organisationId: string | null,
  rounds: readonly Round[],
): Promise<OwnEstimateView[]> => {
  if (organisationId === null) return []
  const rows = await db
    .selectFrom('savedEstimate')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .orderBy('ordinal')
    .execute()
  if (rows.length === 0) return []
  const { rows: markets } = await sql<{ id: string; name: string }>`select id, name from market`.execute(db)
  const marketOf = new Map(markets.map(({ id, name }) => [id, name]))
  return rows.map(row => ({
    id: row.id,
    text: savedEstimateText(row),
    page: withQuery(row.desk === 'land' ? LAND_DESK_PAGE : NEED_DESK_PAGE, row.answers),
    rounds: rounds
      .filter(round => round.status === 'Open' && fitsSavedEstimate(round, row))
      .map(({ id, marketId, name }) => ({ id, name: `${marketOf.get(marketId) ?? ''}, ${name}` })),
  }))
}

/** Removes a saved estimate of an organisation; false if it has no such estimate. */
export const removeOwnEstimate = async (
  db: Kysely<Database>,
  organisationId: string | null,
  id: string,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('savedEstimate')
    .where('id', '=', id)
    .where('organisationId', '=', organisationId ?? '')
    .executeTakeFirst()
  return numDeletedRows === 1n
}
