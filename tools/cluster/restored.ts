import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { rest } from '../soak/asking.ts'
import { runNode } from '../soak/processes.ts'
import type { RunningCluster } from './cluster.ts'
import { AS_POSTGRES, backUp, POSTGRES, runAsPostgres, untilWhole } from './machines.ts'

const PORT = 5544
const PATIENCE_MS = 120_000

/**
 * Restores the cluster with pgBackRest to the present instant, in another folder, and compares the log there with the one
 * of the market: its last entry must be the same, and the restored market must verify.
 */
export const restoreElsewhere = async (
  { folder, machines, databaseUrl, disks }: RunningCluster,
  market: pg.Client,
): Promise<{ line: string; faults: string[] }> => {
  const {
    rows: [then],
  } = await market.query<{ at: string; entries: number; hash: string }>(
    `select clock_timestamp()::text as at, seq::int as entries, hash from activity_chain order by seq desc limit 1`,
  )
  if (!then) throw new Error('The log is empty')
  await rest(2000)
  // A later transaction, without which a restore does not know that it has reached its instant.
  await market.query('select pg_current_xact_id()')
  const machine = await untilWhole(machines, { all: true })
  backUp(machine, 'check')
  const into = join(folder, 'restored')
  runAsPostgres('mkdir', '-m', '0700', into)
  const own = join(machine.folder, 'pgbackrest.conf')
  runAsPostgres(
    'pgbackrest',
    `--config=${own}`,
    '--stanza=market',
    `--pg1-path=${into}`,
    '--type=time',
    `--target=${then.at}`,
    '--target-action=promote',
    'restore',
  )
  const server = spawn(
    AS_POSTGRES[0],
    [
      ...AS_POSTGRES.slice(1),
      join(POSTGRES, 'postgres'),
      '-D',
      into,
      ...[
        '-c',
        `port=${PORT}`,
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=${into}`,
        '-c',
        'archive_mode=off',
        '-c',
        // The standbys are those of the market.
        'synchronous_standby_names=',
      ],
      ...['-c', `hba_file=${join(machine.folder, 'data/pg_hba.conf')}`, '-c', 'max_connections=200'],
    ],
    { stdio: 'ignore' },
  )
  process.once('exit', () => server.kill('SIGKILL'))
  try {
    const url = new URL(databaseUrl)
    url.port = String(PORT)
    const restored = await connected(url.href)
    const {
      rows: [now],
    } = await restored.query<{ entries: number; hash: string | null }>(
      `select max(seq)::int as entries, (select hash from activity_chain where seq = $1) as hash from activity_chain`,
      [then.entries],
    )
    await restored.end()
    const verified = await runNode([join(import.meta.dirname, '../verify.ts')], {
      DATABASE_URL: url.href,
      DATA_DIR: disks.data.folder,
    })
    return {
      line: `to ${then.at}, ${now?.entries} entries of the log; at that instant there were ${then.entries}`,
      faults: [
        ...(now?.hash === then.hash ? [] : [`Entry ${then.entries} is missing or differs`]),
        ...(verified.isDone ? [] : [verified.text]),
      ],
    }
  } finally {
    server.kill('SIGTERM')
  }
}

/** Connects once the restored database takes connections that write. */
const connected = async (url: string): Promise<pg.Client> => {
  const tooLate = performance.now() + PATIENCE_MS
  while (performance.now() < tooLate) {
    const client = new pg.Client(url)
    const isReady = await client
      .connect()
      .then(() => client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers'))
      .then(
        ({ rows }) => rows[0]?.recovers === false,
        () => false,
      )
    if (isReady) return client
    await client.end().catch(() => undefined)
    await rest(500)
  }
  throw new Error('The restored database does not take connections, or is still in recovery')
}
