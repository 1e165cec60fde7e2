import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { projectRoot } from '#server/process/places'
import { measureAgainst } from './bench/against.ts'
import { measureActions, measureRush } from './bench/acting.ts'
import { measureClosing } from './bench/closing.ts'
import { measureCommitments } from './bench/commitments.ts'
import { type Copies, copiesIn, fill } from './bench/copies.ts'
import { measureExports } from './bench/exports.ts'
import { measureFirstLoads } from './bench/first-load.ts'
import { measureFirstViews } from './bench/first-view.ts'
import { measureFront } from './bench/front.ts'
import {
  stopAndRemoveAll,
  embeddedDatabaseOf,
  temporaryDataFolder,
  folderLike,
  startSecondServer,
  startServer,
} from './bench/installation.ts'
import { type Goal, measureLists } from './bench/lists.ts'
import { measureMap } from './bench/map.ts'
import { measureMatch } from './bench/match.ts'
import { signIn } from './bench/person.ts'
import { measureReaders } from './bench/readers.ts'
import { fillRegistry, type RegistrySize } from './bench/registry.ts'
import { measureStarts } from './bench/starts.ts'
import { showThousands, say } from './bench/table.ts'
import { measureUploads } from './bench/uploads.ts'
import { measureVerifying } from './bench/verify.ts'
import { measureWorkbook } from './bench/workbook.ts'

// Measures the built server on this machine, with temporary databases. See `--help`.

const HELP = `npm run bench -- [what ...] [--seconds N] [--market FOLDER] [--against CHECKOUT]

  what      one or more of: starts, first-loads, first-views, front, map, registry, rush, million, verify, commitments, closing, uploads, workbook, match, engine; by default all except rush, which is part of registry
  --seconds duration of each of the three runs of a load (3)
  --market  a folder for the market of a million credits, so that it is filled only once
  --against a checkout of another commit, installed and built: only compares the cost of actions there and here

Figures of repeated requests are the median of three runs that alternate with baselines. Pages are warm: each has been
requested once before. "processor" is the processor time of the server and its database for each request, which is more
reliable than the clock if other programs use the machine too.`

const REGISTRY: RegistrySize = { rounds: 20, owners: 1000, projects: 10_000, requirements: 10_000 }
const REGISTRY_GOAL: Goal = { perSecond: 200, p99: 250 }
const MILLION: RegistrySize = { rounds: 200, owners: 2000, projects: 100_000, requirements: 100_000 }
const MILLION_GOAL: Goal = { perSecond: 100, p99: 500 }
const IN_ONE_ROUND = 2000

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    market: { type: 'string' },
    against: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const seconds = Number(options.seconds)

/** A server on a market of this size, with copies to act on. */
const openMarket = async (dataDir: string, size: RegistrySize) => {
  const running = await startServer(dataDir, 'on')
  const reach = embeddedDatabaseOf(dataDir)
  let copies: Copies | undefined = await copiesIn(reach)
  if (!copies) {
    const begun = performance.now()
    await fillRegistry(reach, size)
    copies = await fill(reach, IN_ONE_ROUND)
    say(
      `\n(${showThousands(size.projects)} projects and as many requirements added in ${((performance.now() - begun) / 1000).toFixed(0)} s.)`,
    )
  }
  const operator = await signIn(running.url, 'operator')
  return { reach, market: { ...running, operator, copies, seconds } }
}

const measureMarket = async (dataDir: string, size: RegistrySize, goal: Goal): Promise<void> => {
  const { reach, market } = await openMarket(dataDir, size)
  await measureLists(market, goal)
  await measureActions(market, reach)
  await measureReaders(market, market.memory)
  await measureRush(market, reach)
  const second = await startSecondServer(dataDir)
  await measureRush(market, reach, [market.url, second.url])
  await second.stop()
  await measureExports(market, market.operator.cookie, [
    '/api/projects?registry=true',
    '/api/credits?registry=true',
  ])
  await market.stop()
}

const bench = async (): Promise<void> => {
  const { buildIfNeeded } = (await import(pathToFileURL(join(projectRoot, 'tools/prepare.mjs')).href)) as {
    buildIfNeeded: () => Promise<void>
  }
  await buildIfNeeded()
  if (options.against !== undefined) return measureAgainst(resolve(options.against), seconds)
  let demonstration: string | undefined
  const likeDemonstration = async () => {
    if (demonstration === undefined) {
      demonstration = temporaryDataFolder()
      const running = await startServer(demonstration, 'on')
      await running.stop()
    }
    return folderLike(demonstration)
  }
  const folderOfMillion = async () => {
    if (options.market === undefined) return likeDemonstration()
    mkdirSync(options.market, { recursive: true })
    return options.market
  }
  const sections: Record<string, () => Promise<void>> = {
    starts: async () => void (demonstration = await measureStarts()),
    'first-loads': async () => measureFirstLoads(),
    'first-views': async () => measureFirstViews(await likeDemonstration()),
    front: async () => {
      const dataDir = await likeDemonstration()
      const running = await startServer(dataDir, 'on')
      await fillRegistry(embeddedDatabaseOf(dataDir), REGISTRY)
      await measureFront({ ...running, seconds })
      await running.stop()
    },
    map: async () => {
      const dataDir = await likeDemonstration()
      await measureMap(dataDir, () => fillRegistry(embeddedDatabaseOf(dataDir), REGISTRY))
    },
    registry: async () => measureMarket(await likeDemonstration(), REGISTRY, REGISTRY_GOAL),
    rush: async () => {
      const { reach, market } = await openMarket(await likeDemonstration(), REGISTRY)
      await measureRush(market, reach)
      await market.stop()
    },
    million: async () => measureMarket(await folderOfMillion(), MILLION, MILLION_GOAL),
    verify: async () => {
      const dataDir = await folderOfMillion()
      const running = await startServer(dataDir, 'on')
      await measureVerifying(running, dataDir, MILLION)
      await running.stop()
    },
    commitments: async () => measureCommitments(await likeDemonstration(), seconds),
    closing: async () => measureClosing(await likeDemonstration()),
    uploads: async () => measureUploads(await likeDemonstration(), seconds),
    workbook: async () => measureWorkbook(),
    match: async () => measureMatch(await likeDemonstration()),
    engine: async () => {
      say('\nMatching of made-up rounds, without the server')
      spawnSync(process.execPath, [join(projectRoot, 'tools/bench-matching.ts')], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
    },
  }
  const unknown = wanted.filter(name => !(name in sections))
  if (unknown.length > 0 || !(seconds > 0) || options.help) {
    say(HELP)
    if (!options.help) process.exitCode = 2
    return
  }
  for (const [name, measure] of Object.entries(sections))
    if (wanted.length === 0 ? name !== 'rush' : wanted.includes(name)) await measure()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAndRemoveAll().then(() => process.exit(1)))

try {
  await bench()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await stopAndRemoveAll()
}
