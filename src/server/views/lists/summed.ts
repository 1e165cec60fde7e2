import { type Kysely, type RawBuilder, sql } from 'kysely'
import { PLANNED_ONCE } from '../../store/planning.ts'
import { type Reading, stateOf } from '../../store/state.ts'
import { wholeOf } from '../../store/store.ts'
import type { Database } from '../../store/tables.ts'

interface Known<T> {
  stamp: string
  sum: T
}

const MOST_KNOWN = 500
const known = new WeakMap<Kysely<Database>, Map<string, Known<unknown>>>()

/**
 * What is made of the rows of a query that counts or sums up what is in the market. They are reckoned anew only if a table
 * that the query reads has changed since, which is asked in the same statement, or if another day has begun. So it
 * is always exact. `reading` says where less is read than a table. Numbers must be safe integers, since they travel as JSON.
 */
export const summed = async <R, T>(
  db: Kysely<Database>,
  query: RawBuilder<R>,
  make: (rows: R[]) => T,
  reading: Reading = {},
): Promise<T> => {
  const { sql: text, parameters } = query.compile(db)
  const key = JSON.stringify([text, parameters])
  const whole = wholeOf(db)
  const answers = known.get(whole) ?? new Map<string, Known<unknown>>()
  known.set(whole, answers)
  const before = answers.get(key) as Known<T> | undefined
  const { rows } = await sql<{ stamp: string; found: R[] | null }>`${PLANNED_ONCE}
    select stamp, case when stamp = ${before?.stamp ?? ''} then null
      else (select coalesce(json_agg(found), '[]') from (${query}) as found) end as found
    from (select ${stateOf(text, reading)} as stamp) as state`.execute(db)
  const { stamp, found } = rows[0]!
  const answer = found ? make(found) : before!.sum
  answers.delete(key)
  answers.set(key, { stamp, sum: answer })
  for (const oldest of answers.keys())
    if (answers.size > MOST_KNOWN) answers.delete(oldest)
    else break
  return answer
}
