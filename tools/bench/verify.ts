import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { projectRoot } from '#server/process/places'
import { chainPendingEntries } from '#server/log/chaining'
import { connectDatabase } from '#server/store/database'
import { NO_TIME_LIMITS } from '#server/store/limits'
import { filled } from './copies.ts'
import { embeddedDatabaseOf, type RunningServer } from './installation.ts'
import { paced } from './paced.ts'
import { fillRegistry, type RegistrySize } from './registry.ts'
import { showThousands, millis, ofGoal, tableRow, say } from './table.ts'

const GOAL_SECONDS = 600
const READERS = { clients: 10, everyMs: 1000 }
const LOOK_MS = 500
/** So many entries are committed together, as by a large settlement. */
const TOGETHER = 20

/** Adds log entries for all rows that were inserted without any: the status of each item, and each ledger entry. */
const TOLD = [
  'set local session_replication_role = replica',
  `create temporary table told on commit drop as
  with thing (kind, subject, round, before, after, turn) as (
    select 'round', id, id, null, status::text, 0 from round
    union all select 'project', id, round_id, null, status::text, 0 from project
    union all select 'requirement', id, round_id, null, status::text, 0 from requirement
    union all select 'service', service.id, round_id, null, service.status::text, 0
      from service join project on project.id = project_id
    union all select 'credit', credit.id, credit.round_id, from_status, to_status, seq
      from credit_ledger join credit on credit.id = credit_id)
  select nextval('activity_id') as id, row_number() over (order by turn) as position, thing.*
  from (select * from thing order by turn) as thing
  where not exists (select from activity where subject_kind = kind and subject_id = subject)`,
  `insert into activity (id, at, action, title, subject_kind, subject_id, round_id, from_status, to_status, message, details,
    stream, position)
  select id, now(), 'Put', 'Put there', kind, subject, round, before, after, 'Put there', '{}', 'bench', position from told`,
  `insert into activity_stream select 'bench', count(*) from told`,
  `insert into activity_waiting (id, entries)
  select min(id), array_agg(id order by id) from told group by position / ${TOGETHER}`,
  'set local session_replication_role = origin',
]

const fillLog = (reach: pg.ClientConfig): Promise<void> =>
  filled(reach, async (_, client) => {
    for (const statement of TOLD) await client.query(statement)
  })

/** Adds what a reused folder does not have yet. */
const fillWhatIsMissing = async (reach: pg.ClientConfig, size: RegistrySize): Promise<void> => {
  const db = connectDatabase(reach, undefined, NO_TIME_LIMITS)
  const { rounds } = await db
    .selectFrom('round')
    .select(({ fn }) => fn.countAll<number>().as('rounds'))
    .executeTakeFirstOrThrow()
  const told = await db
    .selectFrom('activityStream')
    .select('position')
    .where('stream', '=', 'bench')
    .execute()
  if (rounds < size.rounds) await fillRegistry(reach, size)
  if (told.length === 0) await fillLog(reach)
  await chainPendingEntries(db)
  await db.destroy()
}

/**
 * Runs `npm run verify` on a market of this size in a separate process while people read, and measures how long it takes and the
 * peak memory of the process. The certificates are invented, and all are reported.
 */
export const measureVerifying = async (
  running: RunningServer,
  dataDir: string,
  size: RegistrySize,
): Promise<void> => {
  const reach = embeddedDatabaseOf(dataDir)
  await fillWhatIsMissing(reach, size)
  say('\nVerifying everything while ten people read a list every second')
  const readers = paced(running.url, READERS, () => ({ path: '/api/public/registry/credits' }))
  const begun = performance.now()
  const child = spawn(process.execPath, [join(projectRoot, 'tools/verify.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let most = 0
  const watching = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    most = Math.max(most, (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024) / 1e6)
  }, LOOK_MS)
  let said = ''
  child.stdout.on('data', chunk => void (said += String(chunk)))
  await once(child, 'exit').finally(() => clearInterval(watching))
  const seconds = (performance.now() - begun) / 1000
  const { p50, p99, failed } = await readers.end()
  tableRow('', 'time', 'of goal', 'memory')
  tableRow(
    'npm run verify',
    `${seconds.toFixed(0)} s`,
    ofGoal(seconds, GOAL_SECONDS),
    `${most.toFixed(0)} MB`,
  )
  tableRow('', 'half within', '99% within', 'failed')
  tableRow('readers meanwhile', millis(p50), millis(p99), showThousands(failed))
  say(said.trimEnd().replaceAll(/^/gm, '  '))
}
