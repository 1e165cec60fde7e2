import { type Kysely, sql } from 'kysely'
import type { ReserveSheet } from '#contract/public/public-reserve'
import { shareOfUnits, sufficiencyOfReserve, type ProjectReserve } from '#domain/case/reserve-sufficiency'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Day } from '@credit-market/values/dates'
import { unitsToNumber } from '@credit-market/values/units'
import { groupBy } from '#domain/values/grouped'
import type { Database } from '../store/tables/tables.ts'

interface Row extends ProjectReserve {
  marketId: string
  marketName: string
  creditType: CreditType
}

/** Free units in reserve and units that others rely on, by market, credit type and project, on a date. */
const readProjects = async (db: Kysely<Database>, on: Day): Promise<Row[]> => {
  const unitsOf = (table: 'creditBlock' | 'unitFailure' | 'unitReplacement') => sql`(
    select coalesce(sum(last_unit - first_unit + 1), 0) from ${sql.table(table)} one
    where one.credit_id = credit.id and one.start_day <= ${on} and (one.end_day is null or one.end_day > ${on})
      ${table === 'creditBlock' ? sql`` : sql`and one.ended_at is null`})`
  const { rows } = await sql<Row>`
    select market_id, market_name, credit_type,
      sum(case when requirement_id is null and is_reserved and status <> 'Retired' then held - failed - lent else 0 end)::bigint as reserve,
      sum(case when requirement_id is null then lent else held - failed end)::bigint as relied
    from (select market.id as market_id, market.name as market_name, credit.type as credit_type, credit.project_id,
        credit.requirement_id, credit.is_reserved, credit.status, ${unitsOf('creditBlock')} as held,
        ${unitsOf('unitFailure')} as failed, ${unitsOf('unitReplacement')} as lent
      from credit join round on round.id = credit.round_id join market on market.id = round.market_id
      where credit.status not in ('Draft', 'None', 'Bid')) as credits
    group by market_id, market_name, credit_type, project_id
    order by market_name, market_id, credit_type`.execute(db)
  return rows
}

/** How far the reserve of every market goes on a date, by credit type. */
export const readReserveSheet = async (db: Kysely<Database>, on: Day): Promise<ReserveSheet> => {
  const rows = await readProjects(db, on)
  const byMarket = groupBy(rows, ({ marketId, creditType }) => `${marketId} ${creditType}`)
  return {
    on,
    items: byMarket.flatMap(([, projects]) => {
      const [first] = projects
      if (first === undefined) return []
      const { reserve, outstanding, largest, covered } = sufficiencyOfReserve(projects)
      return [
        {
          market: { id: first.marketId, name: first.marketName },
          creditType: first.creditType,
          reserve: unitsToNumber(reserve),
          outstanding: unitsToNumber(outstanding),
          shareOfOutstanding: shareOfUnits(reserve, outstanding),
          largestProject: unitsToNumber(largest),
          covered: unitsToNumber(covered),
          shareOfLargest: shareOfUnits(covered, largest),
        },
      ]
    }),
  }
}
