import { type Kysely, sql } from 'kysely'
import type { RetentionView } from '#contract/system/system'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import {
  deletionCutoff,
  EXPIRING_DATA_KINDS,
  RETENTION_RULES,
  retentionText,
} from '#domain/disclosure/retention'
import { ROW_EXPIRIES, type RowExpiry, TABLE_RETENTION } from '../store/lives.ts'
import { readLastRetention } from '../store/retention-note.ts'
import type { Database } from '../store/tables/tables.ts'

/** Rows are deleted every hour, so rows that are this many minutes overdue show that the job does not run. */
const LATE_MINUTES = 120

/** Retention periods with the oldest row of each kind, and counts of what stays. */
export const readRetentionView = async (db: Kysely<Database>, now: Instant): Promise<RetentionView> => {
  const last = await readLastRetention(db)
  const ending: RetentionView['ending'] = []
  for (const kind of EXPIRING_DATA_KINDS) {
    const oldest = await oldestOf(
      db,
      ROW_EXPIRIES.filter(one => one.kind === kind),
    )
    ending.push({
      id: kind,
      what: RETENTION_RULES[kind].what,
      life: retentionText(RETENTION_RULES[kind]),
      oldest,
      overdue: oldest !== null && oldest < addMinutes(deletionCutoff(kind, now), -LATE_MINUTES),
      removed: last?.removed[kind] ?? 0,
    })
  }
  return { at: last?.at ?? null, ending, staying: await staying(db) }
}

const oldestOf = async (
  db: Kysely<Database>,
  endings: readonly (RowExpiry & { table: string })[],
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

/** The database's estimate of row counts; exact counts would take too long. */
const staying = async (db: Kysely<Database>): Promise<RetentionView['staying']> => {
  const { rows } = await sql<{ table: string; rows: number | null; bytes: number }>`
    select relname as table,
      coalesce((select sum(nullif(part.reltuples, -1)) from pg_inherits join pg_class as part on part.oid = inhrelid
        where inhparent = whole.oid), nullif(reltuples, -1)) as rows,
      pg_total_relation_size(oid) + coalesce((select sum(pg_total_relation_size(inhrelid))
        from pg_inherits where inhparent = whole.oid), 0) as bytes
    from pg_class as whole
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by bytes desc`.execute(db)
  const lives = new Map(
    Object.entries(TABLE_RETENTION).map(([table, { stays }]) => [columnName(table), stays]),
  )
  return rows.map(({ table, rows: count, bytes }) => ({
    id: table,
    why: lives.get(table) ?? 'Unknown in this version',
    rows: count === null ? null : Math.round(count),
    bytes,
  }))
}

const columnName = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
