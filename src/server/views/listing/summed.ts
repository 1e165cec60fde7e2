import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { PLAN_ONCE_PREFIX } from '../../store/planning.ts'
import { type ReadRestriction, dataVersionSql, marksOf } from '../../store/state.ts'
import { databaseOfConnection } from '../../store/store.ts'
import type { Database } from '../../store/tables/tables.ts'

interface Known<T> {
  marks: string[]
  stamp: string
  sum: T
}

const MOST_KNOWN = 500
const known = new WeakMap<Kysely<Database>, Map<string, Known<unknown>>>()

/**
 * Caches the result of a query that counts or sums market data. The same statement checks if a table that the query
 * reads has changed, or if the date has, and only then runs the query again, so that the result is always exact.
 * `reading` narrows the check to a part of a table. Numbers must be safe integers, since they travel as JSON.
 */
export const readCachedSum = async <R, T>(
  db: Kysely<Database>,
  query: RawBuilder<R>,
  make: (rows: R[]) => T,
  reading: ReadRestriction = {},
): Promise<T> => {
  const { sql: text, parameters } = query.compile(db)
  const key = JSON.stringify([text, parameters])
  const whole = databaseOfConnection(db)
  const answers = known.get(whole) ?? new Map<string, Known<unknown>>()
  known.set(whole, answers)
  const before = answers.get(key) as Known<T> | undefined
  const marks = before?.marks ?? marksOf(text, reading)
  const [stampBefore, marksHere] = [`$${parameters.length + 1}`, `$${parameters.length + 2}`]
  // Built from the compiled text, since compiling a long query takes longer than asking for its version.
  const { rows } = await db.executeQuery<{ stamp: string; found: R[] | null }>(
    CompiledQuery.raw(
      `${PLAN_ONCE_PREFIX}
      select stamp, case when stamp = ${stampBefore} then null
        else (select coalesce(json_agg(found), '[]') from (${text}) as found) end as found
      from (select ${dataVersionSql(marksHere)} as stamp) as state`,
      [...parameters, before?.stamp ?? '', marks],
    ),
  )
  const { stamp, found } = rows[0]!
  const answer = found ? make(found) : before!.sum
  answers.delete(key)
  answers.set(key, { marks, stamp, sum: answer })
  for (const oldest of answers.keys())
    if (answers.size > MOST_KNOWN) answers.delete(oldest)
    else break
  return answer
}
