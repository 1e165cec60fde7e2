import { CompiledQuery, type Kysely } from 'kysely'
import { nameInTables } from './database.ts'
import type { Database } from './tables.ts'

/** The columns of a row, by their names in the domain. */
export type Row = Record<string, unknown>

/** Asks by a statement that is written out. To build each anew from its parts took a fifth of the work of an action. */
export const ask = (db: Kysely<Database>, text: string, values: readonly unknown[]) =>
  db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))

const condition = (column: string, wanted: unknown, values: unknown[]): string => {
  // Left out by mistake, a condition would let through the rows of everybody.
  if (wanted === undefined) throw new Error(`Nothing is said of what ${column} should be`)
  const name = nameInTables(column)
  if (wanted === null) return `${name} is null`
  if (!Array.isArray(wanted)) return `${name} = $${values.push(wanted)}`
  const anyOf = `${name} = any($${values.push(wanted.filter(value => value !== null))})`
  return wanted.includes(null) ? `(${anyOf} or ${name} is null)` : anyOf
}

const conditions = (where: Row, values: unknown[]): string =>
  Object.entries(where)
    .map(([column, wanted]) => condition(column, wanted, values))
    .join(' and ') || 'true'

/** The rows of a table of which all this is so: a column equal to a value, or to one of several. `rest` follows the conditions. */
export const rowsOf = async (
  db: Kysely<Database>,
  table: string,
  where: Row,
  rest: string,
): Promise<Row[]> => {
  const values: unknown[] = []
  const text = `select * from ${nameInTables(table)} where ${conditions(where, values)} ${rest}`
  return (await ask(db, text, values)).rows
}

/** Adds rows to a table in one statement. What is undefined in a row is its column's default. */
export const addRows = async (db: Kysely<Database>, table: string, rows: readonly Row[]): Promise<void> => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row).filter(name => row[name] !== undefined)))]
  const values: unknown[] = []
  const tuples = rows.map(
    row =>
      `(${columns.map(name => (row[name] === undefined ? 'default' : `$${values.push(row[name])}`)).join(', ')})`,
  )
  const into = `insert into ${nameInTables(table)} (${columns.map(nameInTables).join(', ')})`
  await ask(db, `${into} values ${tuples.join(', ')}`, values)
}

/** Changes columns of the rows of which all this is so, and counts the change where `isNewVersion`. Says how many there were. */
export const changeRows = async (
  db: Kysely<Database>,
  table: string,
  { columns, where, isNewVersion }: { columns: Row; where: Row; isNewVersion: boolean },
): Promise<bigint> => {
  const values: unknown[] = []
  const sets = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${nameInTables(name)} = $${values.push(value)}`)
  if (isNewVersion) sets.push('version = version + 1')
  if (sets.length === 0) return 1n
  const text = `update ${nameInTables(table)} set ${sets.join(', ')} where ${conditions(where, values)}`
  return (await ask(db, text, values)).numAffectedRows ?? 0n
}

/** Takes a row away. Says how many there were. */
export const removeRow = async (db: Kysely<Database>, table: string, id: string): Promise<bigint> =>
  (await ask(db, `delete from ${nameInTables(table)} where id = $1`, [id])).numAffectedRows ?? 0n
