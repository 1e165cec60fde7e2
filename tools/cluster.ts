import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { projectRoot } from '#server/process/places'
import { type RunningCluster, startCluster } from './cluster/cluster.ts'
import { backUp, untilWhole } from './cluster/machines.ts'
import { listIncidents } from './cluster/incidents.ts'
import { restoreElsewhere } from './cluster/restored.ts'
import { openAccount } from './soak/acknowledged.ts'
import { openAsking, rest } from './soak/asking.ts'
import { aComment } from './soak/errands.ts'
import { signInAll } from './soak/people.ts'
import { killAllProcesses } from './soak/processes.ts'
import { seededRandom } from './soak/random.ts'
import { openPages } from './soak/streams.ts'
import { sayAll, sayTallies } from './soak/summary.ts'
import { runMarketCommand, startWitness } from './soak/witness.ts'
import { startWorkload } from './soak/workload.ts'

// Runs a market on a cluster of databases, loses machines while people act, and compares what was acknowledged with the data.
// See `--help`, and docs/guides/run-on-a-cluster.md.

const HELP = `npm run cluster -- [--rate N] [--only WORDS]

  --rate  actions sent per second (20)
  --only  only incidents whose name contains these words

Runs as root on Debian with the packages etcd-server, patroni, haproxy, pgbackrest and postgresql, on the addresses 127.0.0.11 to
127.0.0.13 of this machine. Exits with 1 if anything was lost, duplicated or answered with 500, or if the market did not answer again in 30 seconds.`

const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean' },
  },
})
const actionsPerSecond = Number(options.rate)
if (options.help || !(actionsPerSecond > 0)) {
  console.log(HELP)
  process.exit(options.help ? 0 : 2)
}

const SETTLE_MS = 5000
const MOST_SECONDS = 30
const log = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

/** Runs the incidents, and compares what was acknowledged. Returns true if nothing was lost. */
const run = async (cluster: RunningCluster): Promise<boolean> => {
  const client = new pg.Client(cluster.databaseUrl)
  await client.connect()
  const people = await signInAll(cluster.places[0].url, client)
  const { rows } = await client.query<{ id: number }>('select coalesce(max(id), 0)::int as id from activity')
  await client.end()
  const asking = openAsking(cluster)
  const witness = await startWitness(cluster)
  log('Backing the database up')
  backUp(await untilWhole(cluster.machines, { all: true }), '--type=full', 'backup')
  const account = openAccount(rows[0]?.id ?? 0)
  const pages = openPages(cluster, people.roles.operator)
  const workload = startWorkload({ actionsPerSecond, people, account, asking, pages })
  log(`${actionsPerSecond} actions a second`)
  const slow: string[] = []
  const incidents = listIncidents(cluster).filter(({ name }) => name.includes(options.only))
  if (incidents.length === 0) throw new Error(`No incident is named ${options.only}`)
  for (const { name, begin, seconds, repair } of incidents) {
    await begin()
    const begun = performance.now()
    const { errand, mark } = aComment(people)
    account.add(await asking.ask({ ...errand, name: 'first after' }), mark)
    const answersAfter = (performance.now() - begun) / 1000
    if (answersAfter > MOST_SECONDS) slow.push(`${name}: ${answersAfter.toFixed(1)} s`)
    await rest(Math.max(0, 1000 * seconds - (performance.now() - begun)))
    await repair()
    await Promise.all([cluster.untilReady(), untilWhole(cluster.machines, { all: true })])
    log(
      `${name}: an action is answered after ${answersAfter.toFixed(1)} s; whole after ${((performance.now() - begun) / 1000).toFixed(0)} s`,
    )
    await rest(SETTLE_MS)
  }
  await workload.stop()
  await pages.close()

  log('All requests are answered; comparing')
  const end = new pg.Client(cluster.databaseUrl)
  await end.connect()
  const lost = await account.faults(end)
  const repeated = await account.repeatFaults(asking.ask, seededRandom(1))
  const doneAgain = (await account.faults(end)).filter(fault => !lost.includes(fault))
  const lastLook = await witness.lastLook()
  const restored = await restoreElsewhere(cluster, end)
  await end.end()
  const verified = await runMarketCommand(cluster, 'tools/verify.ts')
  sayTallies(asking.tallies)
  console.log(
    `Actions acknowledged: ${account.acknowledged()}, refused: ${account.refused()}; ${repeated.repeated} sent again`,
  )
  console.log(`Witness: ${witness.looks()} looks, ${witness.heads()} heads`)
  console.log(`Restored: ${restored.line}\n`)
  return sayAll({
    'acknowledged actions lost or duplicated': lost,
    'different answers for one key, or repeated actions': [...repeated.faults, ...doneAgain],
    'answers of 500': asking.failures,
    'other wrong answers': [...asking.tallies.values()].flatMap(({ wrong }) => wrong),
    'given up': [...asking.tallies].flatMap(([name, { givenUp }]) => Array<string>(givenUp).fill(name)),
    [`answered later than after ${MOST_SECONDS} seconds`]: slow,
    'ended unexpectedly': cluster.surprises,
    'events missed by open pages': pages.seen.missed,
    'the witness': lastLook === undefined ? [] : [lastLook],
    'restored to a point in time': restored.faults,
    verify: verified.isDone ? [] : [verified.text],
  })
}

const { buildIfNeeded } = (await import(pathToFileURL(join(projectRoot, 'tools/prepare.mjs')).href)) as {
  buildIfNeeded: () => Promise<void>
}
await buildIfNeeded()
log('Starting three database machines and two servers')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', killAllProcesses)
const cluster = await startCluster()
let isWell = false
try {
  isWell = await run(cluster)
} finally {
  await cluster.stop()
  if (isWell) cluster.remove()
  else console.log(`The logs are in ${cluster.folder}`)
}
process.exit(isWell ? 0 : 1)
