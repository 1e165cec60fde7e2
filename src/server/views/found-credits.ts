import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import { creditLabel } from '#contract/credit'
import { addressOf } from '#contract/nouns'
import { readsAll } from '#contract/read-access'
import type { Actor } from '#domain/actor'
import type { Credit } from '#domain/credit'
import { nameWithUnits } from '#domain/credit-type'
import { howItLies, readSoughtSerial, type HeldUnits } from '#domain/sought-serial'
import type { Database } from '../store/tables.ts'
import { type FoundOfKind, MOST_OF_EACH } from './found-things.ts'
import { named, namesIn } from './names.ts'
import { visibleTo } from './visible.ts'

/** Of the blocks of one service no more than this are looked at; the one that is named is always among them. */
const MOST_BLOCKS = 1000

type Block = Pick<
  Credit,
  'id' | 'type' | 'status' | 'isReserved' | 'projectId' | 'requirementId' | 'roundId'
> &
  HeldUnits & { serial: string; counted: number }

/**
 * The credits whose blocks hold units that a serial names, from its day on: the block of that serial first, then what
 * holds the units on the day, then what holds them later; of those credits alone that are `among` some, if any are named. Looked up along the constraint that lets nobody hold a unit twice.
 */
export const creditsBySerial = async (
  typed: string,
  reader: Actor,
  db: Kysely<Database>,
  among: Expression<SqlBool> = sql<SqlBool>`true`,
): Promise<FoundOfKind> => {
  const sought = readSoughtSerial(typed)
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
    from credit_block join credit on credit.id = credit_block.credit_id where ${visibleTo('credit', reader)} and ${among} and`
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
    order by ${order} limit ${sql.lit(MOST_OF_EACH)}`.execute(db)
  const { round, project, requirement } = await namesIn(db, {
    round: ['round', rows.map(row => row.roundId)],
    project: ['project', rows.map(row => row.projectId), reader, 'may read'],
    requirement: ['requirement', rows.map(row => row.requirementId), reader],
  })
  const linkOf = ({ id, projectId, requirementId }: Block): string => {
    if (readsAll(reader)) return addressOf('credit', { id })
    const its = project(projectId)
    if (its) return addressOf('project', { id: its.id })
    return requirementId === null ? '/' : addressOf('requirement', { id: requirementId })
  }
  return {
    counted: rows[0]?.counted ?? 0,
    items: rows.map(row => ({
      id: row.id,
      name: row.serial,
      kind: 'credit',
      status: creditLabel(row),
      detail: [
        nameWithUnits(row.type),
        project(row.projectId)?.name ?? requirement(row.requirementId)?.name ?? '',
        named(round, row.roundId).name,
      ]
        .filter(Boolean)
        .join(', '),
      why: howItLies(sought, row),
      link: linkOf(row),
    })),
  }
}
