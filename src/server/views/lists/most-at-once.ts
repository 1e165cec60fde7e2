import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/tables.ts'
import { summed } from './summed.ts'

/**
 * What credits come to, by the words of `sort` that set them apart: how many they are, and the most units that they
 * hold together at one time. Units of periods that follow one another are the same units and do not add up.
 */
export const mostAtOnce = async (
  db: Kysely<Database>,
  sort: RawBuilder<string[]>,
  chosen: RawBuilder<unknown>,
): Promise<{ sort: string[]; credits: number; units: number }[]> => {
  // First summed up by period, of which there are few, so that only these need to be put in order.
  return summed(
    db,
    sql<{ sort: string[]; credits: number; units: number }>`
    with held as materialized (
      select ${sort} as sort, period ->> 'start' as start_day, period ->> 'end' as end_day,
        count(*) filter (where place = 1) as credits, sum((period ->> 'units')::bigint) as units
      from credit, jsonb_array_elements(units_per_period) with ordinality as periods (period, place)
      where ${chosen} group by 1, 2, 3),
    step as (
      select sort, start_day as day, credits, units as change from held
      union all
      select sort, end_day, 0, -units from held where end_day is not null),
    level as (select sort, credits, sum(change) over (partition by sort order by day) as units from step)
    select sort, sum(credits) as credits, max(units) as units from level group by sort`,
  )
}
