import { type Kysely, sql } from 'kysely'
import type { Retention } from '#contract/system'
import { addMinutes, type Instant } from '#domain/dates'
import { endedBefore, FLEETING, KEPT, lifeOf } from '#domain/retention'
import { ENDINGS, type Ending, LIVES } from '../store/lives.ts'
import { lastRetention } from '../store/retention-note.ts'
import type { Database } from '../store/tables.ts'

/** What ends is looked for every hour, so what should have gone so much earlier says that nobody looks. */
const LATE_MINUTES = 120

/** What is kept for how long, how old the oldest of it is, and how much there is of what stays. */
export const retentionView = async (db: Kysely<Database>, now: Instant): Promise<Retention> => {
  const last = await lastRetention(db)
  const ending: Retention['ending'] = []
  for (const kind of FLEETING) {
    const oldest = await oldestOf(
      db,
      ENDINGS.filter(one => one.kind === kind),
    )
    ending.push({
      id: kind,
      what: KEPT[kind].what,
      life: lifeOf(KEPT[kind]),
      oldest,
      overdue: oldest !== null && oldest < addMinutes(endedBefore(kind, now), -LATE_MINUTES),
      removed: last?.removed[kind] ?? 0,
    })
  }
  return { at: last?.at ?? null, ending, staying: await staying(db) }
}

const oldestOf = async (
  db: Kysely<Database>,
  endings: readonly (Ending & { table: string })[],
): Promise<Instant | null> => {
  const found: Instant[] = []
  for (const { table, since, where } of endings) {
    const { rows } = await sql<{ oldest: Instant | null }>`
      select min(${sql.ref(since)}) as oldest from ${sql.table(table)} where ${where ?? sql`true`}`.execute(
      db,
    )
    const oldest = rows[0]?.oldest
    if (oldest) found.push(oldest)
  }
  return found.toSorted()[0] ?? null
}

/** As the database last counted, since counting itself would take longer than the answer is worth. */
const staying = async (db: Kysely<Database>): Promise<Retention['staying']> => {
  const { rows } = await sql<{ table: string; rows: number | null; bytes: number }>`
    select relname as table,
      coalesce((select sum(nullif(part.reltuples, -1)) from pg_inherits join pg_class as part on part.oid = inhrelid
        where inhparent = whole.oid), nullif(reltuples, -1)) as rows,
      pg_total_relation_size(oid) + coalesce((select sum(pg_total_relation_size(inhrelid))
        from pg_inherits where inhparent = whole.oid), 0) as bytes
    from pg_class as whole
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by bytes desc`.execute(db)
  const lives = new Map(Object.entries(LIVES).map(([table, { stays }]) => [columnName(table), stays]))
  return rows.map(({ table, rows: count, bytes }) => ({
    id: table,
    why: lives.get(table) ?? 'Unknown to this version',
    rows: count === null ? null : Math.round(count),
    bytes,
  }))
}

const columnName = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
