import { type Kysely, sql } from 'kysely'
import type { Day } from '@credit-market/values/dates'
import type { IdAndName } from '#contract/kit/values'
import { blockOf, mostUnitsAtOnce } from '#domain/case/unit-blocks'
import type { FailedShare } from '#domain/money/held-payment'
import { distinct, groupBy } from '#domain/values/grouped'
import type { Units } from '@credit-market/values/units'
import type { Database } from './tables/tables.ts'

/** Share of the sold units of a project that fails, and the case that failed them. */
interface HeldShare extends FailedShare {
  case: IdAndName
}

/**
 * Reads which projects have sold units that a confirmed case fails, on a date or later, by id (decision 0228). Also units that others
 * replace count: the supplier does not deliver them. Units that are sound again do not. Units whose holder was released
 * count as sold: the supplier's invoices are for them too.
 */
export const readHeldShares = async (
  db: Kysely<Database>,
  projectIds: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, HeldShare>> => {
  if (projectIds.length === 0) return new Map()
  const failures = await db
    .selectFrom('unitFailure')
    .innerJoin('credit', 'credit.id', 'unitFailure.creditId')
    .innerJoin('case', 'case.id', 'unitFailure.caseId')
    .select(['credit.projectId', 'creditId', 'firstUnit', 'lastUnit', 'startDay', 'endDay'])
    .select(['case.id', 'case.name'])
    .where('credit.projectId', '=', sql<string>`any(${[...projectIds]}::text[])`)
    .where(eb =>
      eb.or([eb('credit.requirementId', 'is not', null), eb('credit.lapsedRequirementId', 'is not', null)]),
    )
    .where('unitFailure.endedAt', 'is', null)
    .where(eb => eb.or([eb('endDay', 'is', null), eb('endDay', '>', today)]))
    .orderBy('unitFailure.ordinal')
    .execute()
  if (failures.length === 0) return new Map()
  const { rows } = await sql<{ id: string; sold: Units }>`
    select project_id as id, sum(units)::bigint as sold from credit
    where (requirement_id is not null or lapsed_requirement_id is not null) and project_id = any(${distinct(failures.map(({ projectId }) => projectId))}::text[])
    group by project_id`.execute(db)
  return new Map(
    groupBy(failures, ({ projectId }) => projectId).map(([projectId, its]) => [
      projectId,
      {
        failed: groupBy(its, ({ creditId }) => creditId).reduce(
          (sum, [, blocks]) => sum + mostUnitsAtOnce(blocks.map(blockOf)),
          0,
        ),
        sold: rows.find(({ id }) => id === projectId)?.sold ?? 0,
        case: { id: its[0]!.id, name: its[0]!.name },
      },
    ]),
  )
}
