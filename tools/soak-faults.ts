import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { projectRoot } from '#server/process/places'
import { openAccount } from './soak/acknowledged.ts'
import { openAsking, rest } from './soak/asking.ts'
import { watchChain } from './soak/chain.ts'
import { watchTime } from './soak/early.ts'
import { type RunningFleet, startFleet } from './soak/fleet.ts'
import { kill, planKills } from './soak/kills.ts'
import { MATCHED_ROUND, startMatches } from './soak/matches.ts'
import { watchMemory } from './soak/memory.ts'
import { addWebhooks, compareMessages } from './soak/messages.ts'
import { enterNamespaces } from './soak/namespaces.ts'
import { planOutages, suffer } from './soak/outages.ts'
import { signInAll } from './soak/people.ts'
import { killAllProcesses } from './soak/processes.ts'
import { seededRandom } from './soak/random.ts'
import { openPages } from './soak/streams.ts'
import { sayAll, sayTallies } from './soak/summary.ts'
import { runMarketCommand, startWitness } from './soak/witness.ts'
import { startWorkload } from './soak/workload.ts'

// Kills and disturbs a whole market for about an hour while people act on it, and compares the acknowledged actions with the
// data. See `--help`, and docs/guides/run-many-servers.md.

const HELP = `npm run soak-faults -- [--kills N] [--outages WORDS] [--rate N] [--seed N] [--market FOLDER]

  --kills   number of processes to kill (200)
  --outages only outages whose name contains these words; "none" for no outages
  --rate    actions sent per second (20)
  --seed    repeats the order of another run
  --market  the data folder of a stopped demonstration; it is copied, which saves loading one

Runs as root on Linux, in its own namespaces. Wrong clocks need the Debian package faketime. Exits with 1 if anything was lost,
duplicated, answered with 500, ended unexpectedly, or happened too early.`

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    outages: { type: 'string', default: '' },
    rate: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    market: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const [kills, seed, actionsPerSecond] = [Number(options.kills), Number(options.seed), Number(options.rate)]
if (options.help || ![kills, seed].every(Number.isInteger) || kills < 0 || !(actionsPerSecond > 0)) {
  console.log(HELP)
  process.exit(options.help ? 0 : 2)
}

const SETTLE_MS = 5000
const log = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

/** Kills processes, with the outages spread evenly among them; answers how often each was done, and what went wrong. */
const disturb = async (fleet: RunningFleet, killing: Omit<Parameters<typeof kill>[1], 'fleet'>) => {
  const targets = planKills(kills, killing.random)
  const outages = planOutages(fleet).filter(({ name }) => name.includes(options.outages))
  const each = Math.ceil(targets.length / (outages.length + 1))
  const done = new Map<string, number>()
  const faults: string[] = []
  for (let part = 0; part <= outages.length; part += 1) {
    for (const target of targets.slice(part * each, (part + 1) * each)) {
      const begun = performance.now()
      const killed = await kill(target, { fleet, ...killing })
      done.set(killed, (done.get(killed) ?? 0) + 1)
      log(`killed: ${killed} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
    }
    const outage = outages[part]
    if (!outage) break
    log(`begins: ${outage.name}, for ${outage.seconds} s`)
    const fault = await suffer(outage, fleet)
    if (fault !== undefined) faults.push(fault)
    log(fault ?? 'both servers are ready again')
  }
  return { done, outages: outages.length, faults }
}

const run = async (fleet: RunningFleet): Promise<boolean> => {
  const client = new pg.Client(fleet.reach)
  // The database is killed beneath it.
  client.on('error', () => undefined)
  await client.connect()
  const begun = performance.now()
  const people = await signInAll(fleet.places[0].url, client)
  const asking = openAsking(fleet)
  const webhookId = await addWebhooks(asking.ask, people.administrator, fleet.webhookUrl)
  const witness = await startWitness(fleet)
  await rest(SETTLE_MS)
  const broughtAboutEarly = await watchTime(fleet.reach, [MATCHED_ROUND])
  const { rows } = await client.query<{ id: number }>('select coalesce(max(id), 0)::int as id from activity')
  await client.end()
  const account = openAccount(rows[0]?.id ?? 0)
  const pages = openPages(fleet, people.roles.operator)
  const [memory, chaining] = [watchMemory(fleet), watchChain(fleet)]
  const workload = startWorkload({ actionsPerSecond, people, account, asking, pages })
  const matches = startMatches(async errand => {
    const ended = await asking.ask(errand)
    account.add(ended)
    return ended
  }, people.roles.operator)
  const random = seededRandom(seed)
  log(`${actionsPerSecond} actions a second; ${kills} kills, seed ${seed}`)
  const isMatching = async (): Promise<boolean> =>
    (
      await asking.ask({ name: 'look', path: `/api/round/${MATCHED_ROUND}`, cookie: people.roles.operator })
    ).text.includes('"status":"Matching"')
  const disturbed = await disturb(fleet, { witness, isMatching, random })
  await rest(SETTLE_MS)
  const matched = await matches.stop()
  await workload.stop()
  await pages.close()
  const longestWait = await chaining.stop()
  const grown = memory.stop()
  const minutes = (performance.now() - begun) / 60_000

  log('All requests are answered; comparing')
  const end = new pg.Client(fleet.reach)
  await end.connect()
  const messages = await compareMessages(end, fleet, webhookId)
  const lost = await account.faults(end)
  const repeated = await account.repeatFaults(asking.ask, random)
  // A key that was forgotten lets the same request be done again.
  const doneAgain = (await account.faults(end)).filter(fault => !lost.includes(fault))
  const early = await broughtAboutEarly()
  await end.end()
  const lastLook = await witness.lastLook()
  const verified = await runMarketCommand(fleet, 'tools/verify.ts')

  const killed = [...disturbed.done].map(([name, count]) => `${name} ${count}`).join(', ')
  console.log(`\n${minutes.toFixed(1)} minutes, ${matched} matches ended`)
  console.log(`Killed: ${killed || 'nothing'}`)
  console.log(
    `Outages: ${disturbed.outages}${fleet.clock.env ? '' : '; no wrong clocks, because the package faketime is not installed'}`,
  )
  sayTallies(asking.tallies)
  console.log(
    `Actions acknowledged: ${account.acknowledged()}, refused: ${account.refused()}; ${repeated.repeated} sent again`,
  )
  for (const line of messages.numbers) console.log(line)
  console.log(`Witness: ${witness.looks()} looks, ${witness.heads()} heads`)
  console.log(
    `Log: entries waited up to ${longestWait.toFixed(1)} s to be chained while both servers were ready`,
  )
  console.log(`Events: ${pages.seen.told} on open pages, which connected ${pages.seen.connected} times`)
  for (const line of grown) console.log(`Memory of ${line}`)
  console.log('')
  return sayAll({
    'acknowledged actions lost or duplicated': lost,
    'different answers for one key, or repeated actions': [...repeated.faults, ...doneAgain],
    'answers of 500': asking.failures,
    'other wrong answers': [...asking.tallies.values()].flatMap(({ wrong }) => wrong),
    'given up': [...asking.tallies].flatMap(([name, { givenUp }]) => Array<string>(givenUp).fill(name)),
    'ended unexpectedly': fleet.surprises,
    'ready during an outage': disturbed.faults,
    'caused by a wrong clock': early,
    'messages and email': messages.faults,
    'events missed by open pages': pages.seen.missed,
    'the witness': lastLook === undefined ? [] : [lastLook],
    verify: verified.isDone ? [] : [verified.text],
  })
}

await enterNamespaces()
const { buildIfNeeded } = (await import(pathToFileURL(join(projectRoot, 'tools/prepare.mjs')).href)) as {
  buildIfNeeded: () => Promise<void>
}
await buildIfNeeded()
log('Starting the market')
const fleet = await startFleet(options.market)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  killAllProcesses()
  fleet.remove()
})
let isWell = false
try {
  isWell = await run(fleet)
} finally {
  if (!isWell) console.log(`The logs are in ${fleet.keepLogs()}`)
  await fleet.stop()
}
process.exit(isWell ? 0 : 1)
