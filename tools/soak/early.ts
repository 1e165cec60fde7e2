import pg from 'pg'
import { groupBy } from '#domain/values/grouped'
import { type ExpiringDataKind, RETENTION_RULES } from '#domain/disclosure/retention'
import { ROW_EXPIRIES } from '#server/store/lives'
import type { RunningFleet } from './fleet.ts'

const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The tables whose rows end by themselves, with the rules by which they do. */
const TABLES = groupBy(
  ROW_EXPIRIES.filter(({ how }) => how !== 'emptied'),
  ({ table }) => table,
)

const daysOf = (kinds: readonly ExpiringDataKind[]): number =>
  Math.min(...kinds.map(kind => RETENTION_RULES[kind].days))

/** Number of credits retired before their end, by the database's clock. */
const RETIRED_EARLY = `select count(*)::int as count from credit
  where status = 'Retired' and (units_per_period -> -1 ->> 'end')::date > market_clock()::timestamptz::date`

/** Rounds without any actions during a run, with their status. */
const ROUNDS = `select id, status from round where id <> all($1) order by id`

/**
 * Takes down everything that time ends, and compares at the end of the run: the rows whose time is not over must be there, no
 * credit may have retired before its end, no round may have closed, and nothing may be dated later than now.
 */
export const watchTime = async (reach: RunningFleet['reach'], actedOn: readonly string[]) => {
  let client = new pg.Client(reach)
  await client.connect()
  const keysOf = async (table: string): Promise<string> => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
       where indisprimary and indrelid = $1::regclass order by attnum`,
      [`"${table}"`],
    )
    return `concat_ws(' ', ${rows.map(({ name }) => `"${name}"`).join(', ')})`
  }
  const before = new Map<string, Set<string>>()
  const keys = new Map<string, string>()
  const stillKept = async (table: string, since: string, days: number): Promise<Set<string>> => {
    const { rows } = await client.query<{ key: string }>(
      `select ${keys.get(table)} as key from "${snake(table)}"
       where "${snake(since)}" > market_clock()::timestamptz - make_interval(days => $1)`,
      [days],
    )
    return new Set(rows.map(({ key }) => key))
  }
  const numberOf = async (query: string, ...values: unknown[]): Promise<number> =>
    (await client.query<{ count: number }>(query, values)).rows[0]?.count ?? 0

  for (const [table, endings] of TABLES) {
    keys.set(table, await keysOf(snake(table)))
    const since = endings[0]?.since ?? ''
    before.set(table, await stillKept(table, since, daysOf(endings.map(({ kind }) => kind))))
  }
  const rounds = (await client.query(ROUNDS, [actedOn])).rows
  const retiredBefore = await numberOf(RETIRED_EARLY)
  const lastEntry = await numberOf('select coalesce(max(id), 0)::int as count from activity')
  const { rows: begun } = await client.query<{ at: string }>('select market_clock() as at')

  await client.end()

  /** Descriptions of everything that happened too early. */
  return async (): Promise<string[]> => {
    client = new pg.Client(reach)
    await client.connect()
    const faults: string[] = []
    const tell = (count: number, words: string): void => {
      if (count > 0) faults.push(`${count} ${words}`)
    }
    for (const [table, endings] of TABLES) {
      const since = endings[0]?.since ?? ''
      const days = daysOf(endings.map(({ kind }) => kind))
      const { rows } = await client.query<{ key: string }>(
        `select ${keys.get(table)} as key from "${snake(table)}"`,
      )
      const there = new Set(rows.map(({ key }) => key))
      const missing = [...(before.get(table) ?? [])].filter(key => !there.has(key))
      tell(missing.length, `rows of ${table} were deleted within ${days} days of ${since}`)
    }
    tell((await numberOf(RETIRED_EARLY)) - retiredBefore, 'credits retired before their end')
    const roundsNow = (await client.query(ROUNDS, [actedOn])).rows
    if (JSON.stringify(roundsNow) !== JSON.stringify(rounds))
      faults.push('the status of a round changed without an action')
    const wrongDate = `(at > market_clock()::timestamptz + interval '60 s' or at < $1::timestamptz - interval '60 s')`
    tell(
      await numberOf(
        `select count(*)::int as count from log_checkpoint where at > market_clock()::timestamptz + interval '60 s'`,
      ),
      'checkpoints are dated in the future',
    )
    tell(
      await numberOf(
        `select count(*)::int as count from activity where id > $2 and ${wrongDate}`,
        begun[0]?.at,
        lastEntry,
      ),
      'entries of the log are dated more than 60 s wrongly',
    )
    await client.end()
    return faults
  }
}
