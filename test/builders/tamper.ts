import { type Kysely, sql } from 'kysely'
import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { COMMITTED_TABLES } from '#server/store/committed'
import type { Database } from '#server/store/tables/tables'

type Db = Kysely<Database>

/** Does in a transaction what only the owner of the database can: bypasses all triggers, without a log entry. */
export const bypassLog = async (trx: Db, table: string, statement: string): Promise<unknown[]> => {
  const alter = (how: string) => sql.raw(`alter table "${table}" ${how} trigger all`).execute(trx)
  await alter('disable')
  const { rows } = await sql.raw(statement).execute(trx)
  await alter('enable')
  return rows
}

/** Every guard of the database that is active even when triggers are disabled, such as those of the log. */
const guardsOf = async (db: Db): Promise<{ table: string; guard: string }[]> =>
  (
    await sql<{
      table: string
      guard: string
    }>`select tgrelid::regclass::text as table, quote_ident(tgname) as guard
      from pg_trigger where tgenabled = 'A' and not tgisinternal and tgparentid = 0`.execute(db)
  ).rows

/**
 * Runs forbidden statements like the owner of the tables: all guards are disabled, and enabled again afterwards. If a
 * statement is refused, none takes effect.
 */
export const bypassGuards = async (db: Db, ...statements: string[]): Promise<void> => {
  const guards = await guardsOf(db)
  const alter = (how: string) =>
    guards.map(({ table, guard }) => `alter table ${table} ${how} trigger ${guard}`)
  await sql.raw([...alter('disable'), ...statements, ...alter('enable always')].join(';')).execute(db)
}

/** SQL for another value of a column, by its type. */
const OTHERWISE: Readonly<Record<string, (column: string) => string>> = {
  text: column => `coalesce(${column}, '') || 'x'`,
  bool: column => `not coalesce(${column}, false)`,
  date: column => `coalesce(${column}, '2026-01-01') + 1`,
  timestamptz: column => `coalesce(${column}, '2026-01-01') + interval '1 second'`,
  jsonb: column => `jsonb_build_array(${column})`,
  _text: column => `coalesce(${column}, '{}') || '{x}'`,
  ...Object.fromEntries(
    ['int2', 'int4', 'int8', 'numeric', 'float8'].map(type => [
      type,
      (column: string) => `coalesce(${column}, 0) + 1`,
    ]),
  ),
}

interface Column {
  name: string
  type: string
}

const columnsOf = async (trx: Db, table: string): Promise<Column[]> =>
  (
    await sql<Column>`select column_name as name, udt_name as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
      trx,
    )
  ).rows

const keyOf = (table: string): string => COMMITTED_TABLES[table]?.key ?? 'id'

/** The key of a random row that the log covers. */
const rowOf = async (trx: Db, table: string, chance: RandomNumberGenerator): Promise<string | undefined> => {
  const { rows } = await sql
    .raw<{ key: string }>(
      `select (${keyOf(table)}) as key from "${table}" where ${COMMITTED_TABLES[table]?.only ?? 'true'} order by 1`,
    )
    .execute(trx)
  return rows.length > 0 ? chance.pick(rows).key : undefined
}

const changes = async (
  trx: Db,
  table: string,
  { key, chance }: { key: string; chance: RandomNumberGenerator },
) => {
  const row = `(${keyOf(table)}) = '${key.replaceAll("'", "''")}'`
  const kind = chance.pick(['column', 'column', 'column', 'column', 'delete', 'insert'])
  if (kind === 'delete') return { how: 'taken away', statement: `delete from "${table}" where ${row}` }
  const columns = await columnsOf(trx, table)
  if (kind === 'insert' && keyOf(table) === 'id') {
    const names = columns.filter(({ name }) => name !== 'ordinal').map(({ name }) => `"${name}"`)
    const values = names.map(name => (name === '"id"' ? `'another'` : name))
    const into = `insert into "${table}" (${names.join(', ')}) select ${values.join(', ')} from "${table}"`
    return { how: 'put beside', statement: `${into} where ${row}`, put: 'another' }
  }
  const { leaves = {} } = COMMITTED_TABLES[table] ?? {}
  const inKey = new Set(keyOf(table).match(/[a-z_]+/g))
  const { name, type } = chance.pick(
    columns.filter(one => !inKey.has(one.name) && !(one.name in leaves) && one.type in OTHERWISE),
  )
  const value = OTHERWISE[type]?.(`"${name}"`)
  return {
    how: `${name} changed`,
    statement: `update "${table}" set "${name}" = ${value} where ${row} and "${name}" is distinct from ${value}`,
  }
}

/**
 * Changes a random row of a random table: a column, or the row is deleted or inserted. If a check of the table refuses
 * the change, tries another. Returns what a verification must report, and what was done.
 */
export const tamperWithRandomRow = async (
  trx: Db,
  chance: RandomNumberGenerator,
): Promise<{ what: string; how: string }> => {
  for (;;) {
    const table = chance.pick(Object.keys(COMMITTED_TABLES))
    const key = await rowOf(trx, table, chance)
    if (key === undefined) continue
    const { how, statement, put } = { put: undefined, ...(await changes(trx, table, { key, chance })) }
    await sql`savepoint before_change`.execute(trx)
    try {
      const changed = await bypassLog(trx, table, `${statement} returning 1`)
      // The last possible date plus a day is the same date.
      if (changed.length > 0) return { what: `${table} ${put ?? key}`, how }
    } catch {
      await sql`rollback to savepoint before_change`.execute(trx)
    }
  }
}
