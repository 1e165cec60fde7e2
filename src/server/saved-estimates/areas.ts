import { type Kysely, sql } from 'kysely'
import type { AreaInterest } from '#contract/desk/saved-estimate'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { type Units, unitsToNumber } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'

interface AreaRow extends Pick<AreaInterest, 'area' | 'sites' | 'hectares' | 'developments'> {
  needs: Readonly<Record<string, Units>> | null
}

/** Confirmed estimates of land and developments by area, those with the most first. */
export const readAreaInterest = async (db: Kysely<Database>): Promise<AreaInterest[]> => {
  const { rows } = await sql<AreaRow>`
    with confirmed as (select * from saved_estimate where confirmed_at is not null),
    needed as (
      select area, one ->> 'creditType' as type, sum((one ->> 'units')::bigint)::float8 as units
      from confirmed, jsonb_array_elements(needs) as one group by 1, 2)
    select area, count(*) filter (where desk = 'land')::int as sites, coalesce(sum(hectares), 0)::float8 as hectares,
      count(*) filter (where desk = 'need')::int as developments,
      (select jsonb_object_agg(type, units) from needed where needed.area = confirmed.area) as needs
    from confirmed group by area order by count(*) desc, area`.execute(db)
  return rows.map(({ needs, hectares, ...row }) => ({
    ...row,
    hectares: Math.round(hectares * 100) / 100,
    needs: CREDIT_TYPES.flatMap(creditType => {
      const units = needs?.[creditType]
      return units === undefined ? [] : [{ creditType, units: unitsToNumber(units) }]
    }),
  }))
}
