import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '#server/places'
import { actionsToRun } from './bench/actions.ts'
import { fill, versionOf } from './bench/copies.ts'
import { sendHardFiles } from './bench/hard-files.ts'
import { firstLoads } from './bench/first-load.ts'
import { download } from './bench/download.ts'
import { cleanUp, databaseOf, emptyFolder, folderLike, startServer } from './bench/installation.ts'
import { type Seen, underLoad } from './bench/load.ts'
import { matchDemonstration } from './bench/match.ts'
import { signIn } from './bench/person.ts'
import { fillRegistry } from './bench/registry.ts'

// Measures the built server on this machine, with a database of its own that is gone afterwards.
// `npm run bench -- 3` measures each load for three seconds in place of ten.

const SECONDS = Number(process.argv[2] ?? 10)
const CLIENTS = 16
const PROJECTS = 10_000
const REGISTRY = { rounds: 20, owners: 1000, projects: 10_000, requirements: 10_000 }
const READ_GOAL = { perSecond: 200, p99: 250 }
const EXPORT_GOAL = { csv: 5, xlsx: 20, memory: 150 }
const MATCH_PATIENCE_SECONDS = 120
const COLD_GOAL_MS = 90_000
const WARM_GOAL_MS = 4_000
const SIGN_IN_GOAL_KB = 130
const ROUTE_GOAL_KB = 60

const say = (line = ''): void => console.log(line)
const row = (name: string, ...cells: string[]): void =>
  say(`  ${name.padEnd(34)}${cells.map(cell => cell.padStart(12)).join('')}`)
const kilobytes = (size: number): string => `${size.toFixed(1)} kB`

let baseline = 0
const rowOfLoad = (name: string, { perSecond, p50, p99 }: Seen): void =>
  row(name, perSecond.toFixed(0), `${((100 * perSecond) / baseline).toFixed(1)}%`, `${p50} ms`, `${p99} ms`)

const rowOfStart = (name: string, ms: number, goal: number): void =>
  row(name, `${(ms / 1000).toFixed(2)} s`, `${((100 * ms) / goal).toFixed(0)}%`)

const sayMachine = (postgres: string): void => {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim()})`
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  say(`\n${cores}, ${memory}, Node ${process.versions.node}, PostgreSQL ${postgres}`)
  say(`The clients run on the same machine; its load before: ${loadavg()[0]?.toFixed(1)}`)
}

const measureStarts = async (): Promise<string> => {
  const emptyDir = emptyFolder()
  const empty = await startServer(emptyDir, 'off')
  sayMachine(await versionOf(databaseOf(emptyDir)))
  say('\nStarts, from the process to /readyz')
  row('', 'time', 'of goal')
  rowOfStart('cold, without the demonstration', empty.readyAfterMs, COLD_GOAL_MS)
  await empty.stop()
  const dataDir = emptyFolder()
  const first = await startServer(dataDir, 'on')
  rowOfStart('cold, loading the demonstration', first.readyAfterMs, COLD_GOAL_MS)
  await first.stop()
  const again = await startServer(dataDir, 'on')
  rowOfStart('warm', again.readyAfterMs, WARM_GOAL_MS)
  await again.stop()
  return dataDir
}

const lastPageOf = async (get: <T>(path: string) => Promise<T>, path: string): Promise<string> => {
  let page = path
  for (;;) {
    const { next } = await get<{ next: string | null }>(page)
    if (next === null) return page
    page = `${path}&cursor=${encodeURIComponent(next)}`
  }
}

const measureLoads = async (dataDir: string): Promise<void> => {
  const { url, stop } = await startServer(dataDir, 'on')
  const operator = await signIn(url, 'operator')
  const copies = await fill(databaseOf(dataDir), PROJECTS)
  const load = (clients: number, asking: Parameters<typeof underLoad>[2]) =>
    underLoad(url, { clients, seconds: SECONDS }, asking)
  const { cookie } = operator
  const reading = (path: string) => load(CLIENTS, () => ({ path, headers: { cookie } }))

  say(
    `\nThrough HTTP, ${CLIENTS} clients for ${SECONDS} s each; the ratio is to GET /healthz, which does nothing`,
  )
  row('', 'per second', 'ratio', 'p50', 'p99')
  await load(CLIENTS, () => ({ path: '/healthz' }))
  const nothing = await load(CLIENTS, () => ({ path: '/healthz' }))
  baseline = nothing.perSecond
  rowOfLoad('GET /healthz', nothing)
  rowOfLoad('GET /api/auth/user', await reading('/api/auth/user'))
  for (const { name, asking } of actionsToRun(copies, cookie)) {
    rowOfLoad(`${name}, 1 client`, await load(1, asking))
    rowOfLoad(`${name}, ${CLIENTS} clients`, await load(CLIENTS, asking))
  }

  say(`\nWith ${PROJECTS.toLocaleString('en-GB')} projects in one round`)
  row('', 'per second', 'ratio', 'p50', 'p99')
  const list = '/api/projects?limit=50'
  rowOfLoad('round page', await reading(`/api/round/${copies.roundId}`))
  rowOfLoad('project list, first page', await reading(list))
  rowOfLoad(
    'project list, last page',
    await reading(await lastPageOf(operator.get, '/api/projects?limit=200')),
  )
  rowOfLoad('project list, by supplier, filtered', await reading(`${list}&sort=supplier&status=Offered`))
  rowOfLoad('project list, searched', await reading(`${list}&q=wetland%2077`))
  rowOfLoad('project page', await reading(`/api/project/${copies.projects[0]}`))
  await stop()
}

const LISTS: [string, string][] = [
  ['credits', '/api/credits?registry=true'],
  ['credits, redeemed', '/api/credits?registry=true&status=Redeemed'],
  ['credits, by project', '/api/credits?registry=true&sort=project'],
  ['credits, by requirement', '/api/credits?registry=true&sort=-requirement'],
  ['credits, by status', '/api/credits?registry=true&sort=status'],
  ['credits, by units', '/api/credits?registry=true&sort=-units'],
  ['credits, by units on a day', '/api/credits?registry=true&sort=-units&on=2028-06-01'],
  ['credits, least first on a day', '/api/credits?registry=true&sort=units&on=2028-06-01'],
  ['credits, searched', '/api/credits?registry=true&q=sedgemoor%20wetland'],
  ['credits, balance', '/api/credits/balance?registry=true'],
  ['reserve', '/api/reserved-credits?registry=true'],
  ['projects', '/api/projects?registry=true'],
  ['projects on a day', '/api/projects?registry=true&on=2028-06-01'],
  ['projects, by supplier', '/api/projects?registry=true&sort=supplier'],
  ['projects, searched', '/api/projects?registry=true&q=sedgemoor%20wetland'],
  ['requirements', '/api/requirements?registry=true'],
  ['requirements, by redemption', '/api/requirements?registry=true&sort=-redemptionDate'],
  ['public registry', '/api/public/registry/credits'],
  ['public registry on a day', '/api/public/registry/credits?on=2028-06-01'],
  ['search, one name', '/api/search/Lower%20Sedgemoor%20Woodland%20169'],
  ['search, many names', '/api/search/sedgemoor'],
  ['search, mistyped', '/api/search/sedgmoor'],
]

const DEEP = 60

/** The address of a page after so many others. */
const deepPageOf = async (get: <T>(path: string) => Promise<T>, path: string): Promise<string> => {
  let page = `${path}&limit=200`
  for (let turned = 0; turned < DEEP; turned += 1) {
    const { next } = await get<{ next: string }>(page)
    page = `${path}&limit=200&cursor=${encodeURIComponent(next)}`
  }
  return page.replace('&limit=200', '')
}

const ofGoal = (value: number, goal: number): string => `${((100 * value) / goal).toFixed(0)}%`

const measureRegistry = async (dataDir: string): Promise<void> => {
  const running = await startServer(dataDir, 'on')
  const { cookie, get } = await signIn(running.url, 'operator')
  await fillRegistry(databaseOf(dataDir), REGISTRY)
  const { total } = await get<{ total: number }>('/api/credits?registry=true')
  say(
    `\nA registry of ${total.toLocaleString('en-GB')} credits, with ${REGISTRY.projects.toLocaleString('en-GB')} projects and requirements each; the goals are ${READ_GOAL.perSecond} per second and ${READ_GOAL.p99} ms for 99 of 100`,
  )
  row('', 'per second', 'of goal', 'p50', 'p99', 'of goal')
  const deep = await deepPageOf(get, '/api/credits?registry=true&sort=project')
  for (const [name, path] of [...LISTS, ['credits, by project, deep page', deep] as const]) {
    // What is summed up once and kept is not part of what a page costs.
    await get(path)
    const asked = () => ({ path, headers: { cookie } })
    const { perSecond, p50, p99 } = await underLoad(
      running.url,
      { clients: CLIENTS, seconds: SECONDS },
      asked,
    )
    const { perSecond: most, p99: longest } = READ_GOAL
    row(name, perSecond.toFixed(0), ofGoal(perSecond, most), `${p50} ms`, `${p99} ms`, ofGoal(p99, longest))
  }
  row('\n  Downloads of all credits', 'time', 'of goal', 'memory', 'of goal', 'size')
  for (const format of ['csv', 'xlsx'] as const) {
    const { seconds, memory, megabytes } = await download(running, `/api/credits?format=${format}`, cookie)
    row(
      format.toUpperCase(),
      `${seconds.toFixed(1)} s`,
      ofGoal(seconds, EXPORT_GOAL[format]),
      `+${memory.toFixed(0)} MB`,
      ofGoal(memory, EXPORT_GOAL.memory),
      `${megabytes.toFixed(1)} MB`,
    )
  }
  await running.stop()
}

const measureMatch = async (dataDir: string): Promise<void> => {
  const { url, stop } = await startServer(dataDir, 'on')
  say('\nThe demonstration match (Somerset, 21 offers, 27 bids, groups, reserve), from Match to its end')
  const {
    state,
    seconds: took,
    surplus,
    gap,
    phase,
  } = await matchDemonstration(await signIn(url, 'operator'), MATCH_PATIENCE_SECONDS)
  const found =
    surplus === null
      ? 'nothing found'
      : `surplus £${surplus.toLocaleString('en-GB', { minimumFractionDigits: 2 })}`
  row(state, `${took.toFixed(1)} s`)
  say(`  ${found}, gap ${gap ?? 'unknown'}, last phase ${phase ?? 'none'}`)
  if (state === 'cancelled') say(`  given up after ${MATCH_PATIENCE_SECONDS} s`)
  await stop()
}

const measureUploads = async (dataDir: string): Promise<void> => {
  const { url, stop } = await startServer(dataDir, 'on')
  const { cookie } = await signIn(url, 'operator')
  const supplier = await signIn(url, 'umbershaw.su14')
  const reading = () =>
    underLoad(url, { clients: 1, seconds: SECONDS }, () => ({
      path: '/api/project/P201',
      headers: { cookie },
    }))
  say(
    '\nA project page for 1 client, while files of 24 MB that are hard to look into come in; the goal is twice the p99',
  )
  row('', 'per second', 'p50', 'p99', 'of goal')
  await reading()
  const quiet = await reading()
  row('without', quiet.perSecond.toFixed(0), `${quiet.p50} ms`, `${quiet.p99} ms`)
  const path = '/api/project/P122/action/SetLandholderInfo'
  const end = sendHardFiles({ url: `${url}${path}`, field: 'landholderInfo', cookie: supplier.cookie })
  const busy = await reading()
  const sent = await end()
  row(
    `with ${sent} files`,
    busy.perSecond.toFixed(0),
    `${busy.p50} ms`,
    `${busy.p99} ms`,
    ofGoal(busy.p99, 2 * quiet.p99),
  )
  await stop()
}

const measureFirstLoads = (): void => {
  say('\nFirst load, gzip; each page is what comes on top of sign-in')
  row('', 'JavaScript', 'CSS', 'of goal')
  for (const { route, js, css } of firstLoads()) {
    const goal = route === 'sign-in' ? SIGN_IN_GOAL_KB : ROUTE_GOAL_KB
    row(route, kilobytes(js), kilobytes(css), `${((100 * js) / goal).toFixed(0)}%`)
  }
}

const bench = async (): Promise<void> => {
  const { buildIfNeeded } = (await import(pathToFileURL(join(projectRoot, 'tools/prepare.mjs')).href)) as {
    buildIfNeeded: () => void
  }
  buildIfNeeded()
  const dataDir = await measureStarts()
  measureFirstLoads()
  await measureRegistry(folderLike(dataDir))
  await measureUploads(folderLike(dataDir))
  await measureMatch(dataDir)
  await measureLoads(dataDir)
  say('\nMatching of made-up rounds, without the server')
  const matching = [join(projectRoot, 'tools/bench-matching.ts')]
  spawnSync(process.execPath, matching, { stdio: ['ignore', 'inherit', 'inherit'] })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)))

try {
  await bench()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await cleanUp()
}
