import { CompiledQuery, type Kysely } from 'kysely'
import { toSqlName } from './naming.ts'
import type { Database } from './tables/tables.ts'

/** Columns of a row, by their names in the domain. */
export type DomainRow = Record<string, unknown>

/** Runs a statement given as text. Building each statement from parts took a fifth of an action's time. */
export const runSqlText = (db: Kysely<Database>, text: string, values: readonly unknown[]) =>
  db.executeQuery<DomainRow>(CompiledQuery.raw(text, [...values]))

const condition = (column: string, wanted: unknown, values: unknown[]): string => {
  // A condition left out by mistake would let through everyone's rows.
  if (wanted === undefined) throw new Error(`No value is given for the column ${column}`)
  const name = toSqlName(column)
  if (wanted === null) return `${name} is null`
  if (!Array.isArray(wanted)) return `${name} = $${values.push(wanted)}`
  const anyOf = `${name} = any($${values.push(wanted.filter(value => value !== null))})`
  return wanted.includes(null) ? `(${anyOf} or ${name} is null)` : anyOf
}

const conditions = (where: DomainRow, values: unknown[]): string =>
  Object.entries(where)
    .map(([column, wanted]) => condition(column, wanted, values))
    .join(' and ') || 'true'

/**
 * Selects the rows of a table that meet all conditions: a column equals a value, or one of several; no rows meet one of
 * none, so the database is not asked. `rest` is SQL after the conditions.
 */
export const selectRows = async (
  db: Kysely<Database>,
  table: string,
  where: DomainRow,
  rest: string,
): Promise<DomainRow[]> => {
  if (Object.values(where).some(wanted => Array.isArray(wanted) && wanted.length === 0)) return []
  const values: unknown[] = []
  const text = `select * from ${toSqlName(table)} where ${conditions(where, values)} ${rest}`
  return (await runSqlText(db, text, values)).rows
}

/** Inserts rows into a table in one statement. An undefined value becomes its column's default. */
export const insertRows = async (
  db: Kysely<Database>,
  table: string,
  rows: readonly DomainRow[],
): Promise<void> => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row).filter(name => row[name] !== undefined)))]
  const values: unknown[] = []
  const tuples = rows.map(
    row =>
      `(${columns.map(name => (row[name] === undefined ? 'default' : `$${values.push(row[name])}`)).join(', ')})`,
  )
  const into = `insert into ${toSqlName(table)} (${columns.map(toSqlName).join(', ')})`
  await runSqlText(db, `${into} values ${tuples.join(', ')}`, values)
}

/**
 * Updates columns of the rows that meet all conditions, and increases their version if `isNewVersion`. Returns the
 * number of rows.
 */
export const updateRows = async (
  db: Kysely<Database>,
  table: string,
  { columns, where, isNewVersion }: { columns: DomainRow; where: DomainRow; isNewVersion: boolean },
): Promise<bigint> => {
  const values: unknown[] = []
  const sets = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${toSqlName(name)} = $${values.push(value)}`)
  if (isNewVersion) sets.push('version = version + 1')
  if (sets.length === 0) return 1n
  const text = `update ${toSqlName(table)} set ${sets.join(', ')} where ${conditions(where, values)}`
  return (await runSqlText(db, text, values)).numAffectedRows ?? 0n
}

/** Deletes a row. Returns the number of deleted rows. */
export const deleteRow = async (db: Kysely<Database>, table: string, id: string): Promise<bigint> =>
  (await runSqlText(db, `delete from ${toSqlName(table)} where id = $1`, [id])).numAffectedRows ?? 0n
