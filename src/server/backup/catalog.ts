import pg from 'pg'

/** A table in a backup: its columns, and the order in which its rows are always written. */
export interface BackupTable {
  name: string
  columns: string[]
  order: string[]
}

// The table that records the migrations is created again by them.
const TABLES_AND_PARTS = `select c.oid, c.relname, c.relispartition from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely_migration%'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`
// Partitions of a table come and go with time, and their rows are those of the table.
const OWN_TABLES = `${TABLES_AND_PARTS} and not c.relispartition`

/**
 * No one is signed in, or on the way to it, after a restore: a session that has ended since must not become valid
 * again.
 */
export const EXCLUDED_TABLES: readonly string[] = ['session', 'passkey_challenge', 'provider_sign_in']

/**
 * Returns every table of the product, by name. Rows are ordered by their key, byte by byte, so that equal tables have
 * equal copies.
 */
export const listTablesToBackUp = async (client: pg.Client): Promise<BackupTable[]> => {
  const { rows } = await client.query<BackupTable>(`
    select t.relname::text as name,
      array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum) as columns,
      array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
        from pg_index i, unnest(i.indkey::int2[]) with ordinality as k (number, turn), pg_attribute a
        where i.indrelid = t.oid and i.indisprimary and a.attrelid = t.oid and a.attnum = k.number
        order by k.turn) as order
    from (${OWN_TABLES}) as t order by t.relname collate "C"`)
  return rows
}

/** Returns the statement that copies a table's rows out. */
export const copyTableOutSql = ({ name, columns, order }: BackupTable): string => {
  const named = columns.map(column => pg.escapeIdentifier(column)).join(', ')
  const sorted = order.length > 0 ? order.join(', ') : named
  return `copy (select ${named} from ${pg.escapeIdentifier(name)} order by ${sorted}) to stdout`
}

/** Returns the end of the log's chain; before the chain had a table of its own, the log itself held it. */
export const readLastLogEntry = async (client: pg.Client): Promise<{ seq: number; hash: string }> => {
  const { rows } = await client.query<{ isOlder: boolean }>(
    `select to_regclass('activity_head') is not null as "isOlder"`,
  )
  const from = rows[0]?.isOlder ? 'activity_head' : 'activity_chain order by seq desc limit 1'
  const { rows: ends } = await client.query<{ seq: number; hash: string }>(`select seq, hash from ${from}`)
  return ends[0] ?? { seq: 0, hash: '0'.repeat(64) }
}

/** The sequence of a numbered column. */
export interface ColumnSequence {
  table: string
  column: string
  sequence: string
}

/** Returns the sequence of every column that the database numbers. */
export const listColumnSequences = async (client: pg.Client): Promise<ColumnSequence[]> => {
  const { rows } = await client.query<ColumnSequence>(`
    select t.relname::text as table, a.attname::text as column,
      pg_get_serial_sequence(quote_ident(t.relname), a.attname) as sequence
    from (${OWN_TABLES}) as t join pg_attribute a on a.attrelid = t.oid
    where a.attnum > 0 and not a.attisdropped and pg_get_serial_sequence(quote_ident(t.relname), a.attname) is not null
    order by 1, 2`)
  return rows
}

/** Statements that remove constraints during a load and restore them afterwards, in pairs. */
export interface ConstraintsAndTriggers {
  away: string[]
  back: string[]
}

/**
 * Returns everything that would refuse, change or slow down rows that are put back as they were: foreign keys,
 * exclusions, triggers and indexes. All of these belong to the owner of the tables, so no superuser is needed; and each
 * checks every row when it is restored, except the triggers, whose effects are in the rows already.
 */
export const listConstraintStatements = async (client: pg.Client): Promise<ConstraintsAndTriggers> => {
  const { rows } = await client.query<{ away: string; back: string }>(`
    with t as (${OWN_TABLES}), bound as (
      select c.oid, c.conname, c.contype, c.conindid, format('%I', t.relname) as name
      from pg_constraint c join t on t.oid = c.conrelid)
    select away, back from (
      select 1 as turn, oid, format('alter table %s drop constraint %I', name, conname) as away,
        format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(oid)) as back
      from bound where contype = 'f'
      union all
      select 2, oid, format('alter table %s drop constraint %I', name, conname),
        format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(oid))
      from bound where contype = 'x'
      union all
      select 3, indexrelid, format('drop index %s', indexrelid::regclass),
        replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
      from pg_index join t on t.oid = indrelid
      where not indisunique and not exists (select from bound where conindid = indexrelid)
      union all
      select 4, g.oid, format('alter table %I disable trigger %I', t.relname, tgname),
        format('alter table %I enable %s trigger %I', t.relname,
          case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname)
      from pg_trigger g join (${TABLES_AND_PARTS}) as t on t.oid = tgrelid where not tgisinternal and tgenabled <> 'D'
    ) as guards order by turn, oid`)
  return { away: rows.map(({ away }) => away), back: rows.map(({ back }) => back).toReversed() }
}

/** Returns what the schema already contains; empty, as it must be before a restore. */
export const listExistingObjects = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by 1 limit 3`,
  )
  return rows.map(({ name }) => name)
}
