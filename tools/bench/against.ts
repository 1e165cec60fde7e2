import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { projectRoot } from '#server/process/places'
import { type Owned, signInAll } from '../soak/people.ts'
import { actionsToRun } from './actions.ts'
import { fill } from './copies.ts'
import { embeddedDatabaseOf, temporaryDataFolder, folderLike, startServer } from './installation.ts'
import { alternated, type Asking, type Seen, underLoad } from './load.ts'
import { sayIfBusy } from './processor.ts'
import { millis, tableRow, say } from './table.ts'

const IN_ONE_ROUND = 100
const MOST = 1.1
const ASKED_FOR_STATEMENTS = 20
const IDLE_MS = 20_000

/** Configures the database of a data folder to count statements from its next start. */
const countStatements = (dataDir: string): void =>
  appendFileSync(
    join(dataDir, 'postgres/postgresql.auto.conf'),
    `shared_preload_libraries = 'pg_stat_statements'\n`,
  )

/** Offers or bids near the last one, of which no version asks whether they are right. */
const sealing = ({ kind, id, cookie, values }: Owned): Asking => {
  const amount = kind === 'project' ? 'offer' : 'bid'
  return {
    path: `/api/${kind}/${id}/action/${kind === 'project' ? 'SetOffer' : 'SetBid'}`,
    headers: { cookie },
    body: n => ({ values: { ...values, [amount]: Number(values[amount]) + (n % 1000) } }),
  }
}

/** A server of one checkout on a data folder, with the actions that are compared. */
const sideOf = async (checkout: string, dataDir: string) => {
  const running = await startServer(dataDir, 'on', {}, checkout)
  const reach = embeddedDatabaseOf(dataDir)
  const copies = await fill(reach, IN_ONE_ROUND)
  const client = new pg.Client(reach)
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const { roles, owned } = await signInAll(running.url, client)
  const asking = new Map(
    actionsToRun(copies, roles.operator).map(({ name, asking: of }) => [name, of(0)] as const),
  )
  for (const kind of ['project', 'requirement'] as const) {
    const one = owned.find(thing => thing.kind === kind)
    if (one) asking.set(kind === 'project' ? 'SetOffer' : 'SetBid', sealing(one))
  }
  const statements = async (): Promise<number> => {
    const { rows } = await client.query<{ calls: string }>(
      'select sum(calls) as calls from pg_stat_statements',
    )
    return Number(rows[0]?.calls)
  }
  /** Returns statements per second without any requests. */
  const idle = async (): Promise<number> => {
    const before = await statements()
    await setTimeout(IDLE_MS)
    return ((await statements()) - before - 1) / (IDLE_MS / 1000)
  }
  const idlePerSecond = await idle()
  /** Statements of one request, of the average, without those that run anyhow. */
  const statementsOf = async ({ path, headers, body }: Asking): Promise<number> => {
    const [before, begun] = [await statements(), performance.now()]
    for (let n = 1; n <= ASKED_FOR_STATEMENTS; n += 1) {
      const answer = await fetch(`${running.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body?.(n)),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      await answer.text()
    }
    const anyhow = (idlePerSecond * (performance.now() - begun)) / 1000
    return ((await statements()) - before - 1 - anyhow) / ASKED_FOR_STATEMENTS
  }
  return {
    ...{ running, asking, idlePerSecond, statementsOf },
    end: async (): Promise<void> => {
      await client.end()
      await running.stop()
    },
  }
}

/**
 * Compares what actions cost in this tree with another checkout that is built, on copies of one demonstration, in turn: the
 * statements, the processor time and the latency of each.
 */
export const measureAgainst = async (other: string, seconds: number): Promise<void> => {
  const loaded = temporaryDataFolder()
  const loading = await startServer(loaded, 'on', {}, other)
  await loading.stop()
  countStatements(loaded)
  const before = await sideOf(other, folderLike(loaded))
  const now = await sideOf(projectRoot, folderLike(loaded))
  say(
    `\nActions of ${other} (before) and of this tree, one client, alternating; the goal is at most ${MOST} times`,
  )
  await sayIfBusy()
  tableRow('', 'statements', 'before', 'processor', 'before', 'times', 'p50', 'before', 'times')
  for (const [name, asking] of now.asking) {
    const askingBefore = before.asking.get(name)
    if (!askingBefore) continue
    const [statements, statementsBefore] = [
      await now.statementsOf(asking),
      await before.statementsOf(askingBefore),
    ]
    const load = (side: typeof now, what: Asking) => (): Promise<Seen> =>
      underLoad(side.running, { clients: 1, seconds }, () => what)
    const seen = await alternated([
      ['before', load(before, askingBefore)],
      ['now', load(now, asking)],
    ])
    const [was, is] = [seen.get('before')!, seen.get('now')!]
    tableRow(
      name,
      statements.toFixed(1),
      statementsBefore.toFixed(1),
      millis(is.processor),
      millis(was.processor),
      (is.processor / was.processor).toFixed(2),
      millis(is.p50),
      millis(was.p50),
      (is.p50 / was.p50).toFixed(2),
    )
  }
  say(
    `  Statements per second without requests: ${now.idlePerSecond.toFixed(1)}, before ${before.idlePerSecond.toFixed(1)}`,
  )
  await before.end()
  await now.end()
}
