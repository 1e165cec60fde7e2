import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { PLAN_ONCE_PREFIX } from '../../store/planning.ts'
import { type ReadRestriction, dataVersionSql, marksOf, readDataVersion } from '../../store/state.ts'
import { databaseOfConnection } from '../../store/store.ts'
import type { Database } from '../../store/tables/tables.ts'

interface Known<T> {
  marks: string[]
  version: string
  sum: T
}

interface WrittenQuery {
  text: string
  parameters: readonly unknown[]
  key: string
}

const MOST_KNOWN = 500
const known = new WeakMap<Kysely<Database>, Map<string, Known<unknown>>>()
const written = new WeakMap<RawBuilder<unknown>, WrittenQuery>()

const write = (db: Kysely<Database>, query: RawBuilder<unknown>): WrittenQuery => {
  const { sql: text, parameters } = query.compile(db)
  return { text, parameters, key: JSON.stringify([text, parameters]) }
}

/** Keeps queries by the values that they are built from, so that long ones are built and written once. */
export const keepQueries = <Values extends readonly (string | null)[], R>(
  build: (...values: Values) => RawBuilder<R>,
): ((...values: Values) => RawBuilder<R>) => {
  const kept = new Map<string, RawBuilder<R>>()
  return (...values) => {
    const key = JSON.stringify(values)
    const query = kept.get(key) ?? build(...values)
    if (kept.size >= MOST_KNOWN) kept.clear()
    kept.set(key, query)
    return query
  }
}

/**
 * Caches the result of a query that counts or sums market data. Each time it asks first if a table that the query reads
 * has changed, or if the date has, and only then runs the query again, so that the result is always exact. `reading`
 * narrows the check to a part of a table. Numbers must be safe integers, since they travel as JSON.
 */
export const readCachedSum = async <R, T>(
  db: Kysely<Database>,
  query: RawBuilder<R>,
  make: (rows: R[]) => T,
  reading: ReadRestriction = {},
): Promise<T> => {
  const { text, parameters, key } = written.get(query) ?? write(db, query)
  written.set(query, { text, parameters, key })
  const whole = databaseOfConnection(db)
  const answers = known.get(whole) ?? new Map<string, Known<unknown>>()
  known.set(whole, answers)
  const before = answers.get(key) as Known<T> | undefined
  const marks = before?.marks ?? marksOf(text, reading)
  const isSame = before !== undefined && before.version === (await readDataVersion(db, marks))
  const now = isSame ? before : { marks, ...(await sumWithVersion(db, { text, parameters }, marks, make)) }
  answers.delete(key)
  answers.set(key, now)
  for (const oldest of answers.keys())
    if (answers.size > MOST_KNOWN) answers.delete(oldest)
    else break
  return now.sum
}

/** The sum and the version of its tables, of the same instant. */
const sumWithVersion = async <R, T>(
  db: Kysely<Database>,
  { text, parameters }: Omit<WrittenQuery, 'key'>,
  marks: readonly string[],
  make: (rows: R[]) => T,
): Promise<Pick<Known<T>, 'version' | 'sum'>> => {
  const { rows } = await db.executeQuery<{ version: string; found: R[] }>(
    CompiledQuery.raw(
      `${PLAN_ONCE_PREFIX}
      select ${dataVersionSql(`$${parameters.length + 1}`)} as version,
        (select coalesce(json_agg(found), '[]') from (${text}) as found) as found`,
      [...parameters, marks],
    ),
  )
  const { version, found } = rows[0]!
  return { version, sum: make(found) }
}
