import { sql } from 'kysely'
import { connectDatabase } from '#server/store/database'
import { fill } from '../../tools/bench/copies.ts'
import { fillRegistry } from '../../tools/bench/registry.ts'
import { demonstration, type Template } from '../builders/templates.ts'
import { STEADY_PLANS } from './steady-plans.ts'

/**
 * Leaves counts as small as a server does that merges them every second, writes all tables and indexes again, so that
 * the order of earlier writes leaves no trace in their pages, and takes statistics of all rows, not of a sample: blocks
 * and plans are then the same in every market that is made. Tables are not vacuumed by themselves afterwards: blocks that this
 * reads would be counted with those of a request at the same time.
 */
const TIDY = [
  'select fold_counts()',
  'set default_statistics_target = 1000',
  'vacuum (full, analyze)',
  'vacuum',
  `do $$ declare one regclass; begin
    for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s set (autovacuum_enabled = false)', one);
    end loop;
  end $$`,
]

/**
 * The demonstration market after years of use, with settled rounds of this many projects, ten credits each, and one open
 * round with a fifth as many offers. Made without triggers, so its log does not know these rows.
 */
const marketOf = (name: string, projects: number): Template => ({
  name,
  file: import.meta.filename,
  from: demonstration,
  make: async reach => {
    const fast = {
      ...reach,
      options: `${STEADY_PLANS} -c session_replication_role=replica -c synchronous_commit=off`,
    }
    const size = { rounds: projects / 500, owners: projects / 10, projects, requirements: projects }
    await fillRegistry(fast, size, { isCommitted: false })
    await fill(fast, projects / 5)
    const db = connectDatabase(reach)
    await sql`select rebuild_counts(), search_rebuild()`.execute(db)
    await db.connection().execute(async connection => {
      for (const statement of TIDY) await sql.raw(statement).execute(connection)
    })
    await db.destroy()
  },
})

/** A market of 10,000 credits. */
export const smallMarket = marketOf('costs_10k', 1000)
/** A market of 100,000 credits. */
export const largeMarket = marketOf('costs_100k', 10_000)
