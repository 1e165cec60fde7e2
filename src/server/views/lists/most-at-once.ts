import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/tables.ts'

/**
 * What credits come to, by the words of `sort` that set them apart: how many they are, and the most units that they
 * hold together at one time. Units of periods that follow one another are the same units and do not add up.
 */
export const mostAtOnce = async (
  db: Kysely<Database>,
  sort: RawBuilder<string[]>,
  chosen: RawBuilder<unknown>,
): Promise<{ sort: string[]; credits: number; units: number }[]> => {
  const { rows } = await sql<{ sort: string[]; credits: number; units: number }>`
    with chosen as (select id, ${sort} as sort, units_per_period from credit where ${chosen}),
    step as (
      select id, sort, (period ->> 'start')::date as day, (period ->> 'units')::bigint as change
      from chosen, jsonb_array_elements(units_per_period) as period
      union all
      select id, sort, (period ->> 'end')::date, -(period ->> 'units')::bigint
      from chosen, jsonb_array_elements(units_per_period) as period where period ->> 'end' is not null),
    level as (select id, sort, sum(change) over (partition by sort order by day) as units from step)
    select sort, count(distinct id) as credits, max(units)::bigint as units from level group by sort`.execute(
    db,
  )
  return rows
}
