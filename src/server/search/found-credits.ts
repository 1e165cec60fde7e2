import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import { creditStatusLabel } from '#contract/credit/credit'
import { pageAddress } from '#contract/nouns/nouns'
import { mayReadAll } from '#contract/nouns/read-access'
import type { Actor } from '#domain/people/actor'
import type { Credit } from '#domain/credit/credit'
import { creditTypeWithUnit } from '#domain/values/credit-type'
import { serialMatchText, parseSerialQuery, type ServiceUnitBlock } from '#domain/credit/sought-serial'
import type { Database } from '../store/tables/tables.ts'
import { type SearchHitsOfKind, MAX_SHOWN_HITS_PER_KIND } from './found-things.ts'
import { requireName, readNamesByKind } from '../views/kit/names.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

/** Limit of blocks of one service that are read; the block that the serial names is always included. */
const MOST_BLOCKS = 1000

type Block = Pick<
  Credit,
  'id' | 'type' | 'status' | 'isReserved' | 'projectId' | 'requirementId' | 'roundId'
> &
  ServiceUnitBlock & { serial: string; counted: number }

/**
 * Credits whose blocks hold units of a serial, from its date on: the block of the serial first, then the current
 * holders of the units on that date, then later holders; only credits that are `among` some ids, if given. Uses the
 * index of the constraint that no two credits hold one unit.
 */
export const findCreditsBySerial = async (
  typed: string,
  reader: Actor,
  db: Kysely<Database>,
  among: Expression<SqlBool> = sql<SqlBool>`true`,
): Promise<SearchHitsOfKind> => {
  const sought = parseSerialQuery(typed)
  if (sought === null) return { items: [], counted: 0 }
  const { letter, service, day, first, last } = sought
  const onItsDay =
    day === null
      ? sql`true`
      : sql`(start_day <= ${day}::date and (end_day is null or end_day > ${day}::date))`
  const itself = `${letter}${service}-${day?.replaceAll('-', '')}-${first}-${last}`
  const overlapping = sql.join(
    [
      sql`int8range(service_number, service_number, '[]') && int8range(${service}::bigint, ${service}::bigint, '[]')`,
      ...(first === null
        ? []
        : [
            sql`int8range(first_unit, last_unit, '[]') && int8range(${first}::bigint, ${last}::bigint, '[]')`,
          ]),
      ...(day === null ? [] : [sql`daterange(start_day, end_day) && daterange(${day}::date, null)`]),
      sql`left(serial, 1) = ${letter}`,
    ],
    sql` and `,
  )
  const blocks = sql`select credit_id, serial, start_day, end_day, first_unit, last_unit, ${onItsDay} as is_on_day
    from credit_block join credit on credit.id = credit_block.credit_id where ${visibleToActorSql('credit', reader)} and ${among} and`
  const order = sql`serial = ${itself} desc, is_on_day desc, start_day, first_unit`
  const { rows } = await sql<Block>`
    with block as (
      ${blocks} serial = ${itself} union (${blocks} ${overlapping} limit ${sql.lit(MOST_BLOCKS)})
    ), nearest as (
      select distinct on (credit_id) * from block order by credit_id, ${order}
    )
    select credit.id, credit.type, credit.status, credit.is_reserved, credit.project_id, credit.requirement_id, credit.round_id,
      serial, to_char(start_day, 'YYYY-MM-DD') as start, to_char(end_day, 'YYYY-MM-DD') as end, first_unit as first,
      last_unit as last, count(*) over () as counted
    from nearest join credit on credit.id = nearest.credit_id
    order by ${order} limit ${sql.lit(MAX_SHOWN_HITS_PER_KIND)}`.execute(db)
  const { round, project, requirement } = await readNamesByKind(db, {
    round: ['round', rows.map(row => row.roundId)],
    project: ['project', rows.map(row => row.projectId), reader, 'may read'],
    requirement: ['requirement', rows.map(row => row.requirementId), reader],
  })
  const linkOf = ({ id, projectId, requirementId }: Block): string => {
    if (mayReadAll(reader)) return pageAddress('credit', { id })
    const its = project(projectId)
    if (its) return pageAddress('project', { id: its.id })
    return requirementId === null ? '/' : pageAddress('requirement', { id: requirementId })
  }
  return {
    counted: rows[0]?.counted ?? 0,
    items: rows.map(row => ({
      id: row.id,
      name: row.serial,
      kind: 'credit',
      status: creditStatusLabel(row),
      detail: [
        creditTypeWithUnit(row.type),
        project(row.projectId)?.name ?? requirement(row.requirementId)?.name ?? '',
        requireName(round, row.roundId).name,
      ]
        .filter(Boolean)
        .join(', '),
      why: serialMatchText(sought, row),
      link: linkOf(row),
    })),
  }
}
