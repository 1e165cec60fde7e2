import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '#server/process/places'

/** Long tests that prove something about a part of the product, and the files and folders of that part besides the tests. */
interface Proof {
  tests: readonly string[]
  of: readonly string[]
}

const STORE = [
  'src/server/store',
  'src/server/log',
  'src/server/queue',
  'src/server/tasks',
  'src/server/jobs',
]

/** What the worlds are made of in which tests act. */
const WORLDS = ['test/builders', 'test/histories', 'src/server/demonstration']

/** What every page is drawn from, signed in or not, and by what it is tried. */
const DRAWN = [
  ...['src/server', 'src/look', 'src/contract', 'src/domain', 'packages', 'refdata', 'vite.config.ts'],
  ...['test/browser/!(*.test).ts', ...WORLDS],
]

/** Browser tests that are no proof, because they try the accounts, both sides of signing in, and two people at once. */
const AT_EACH_RUN = ['accounts', 'both-sides', 'two-people']
const OF_PUBLIC_PAGES = ['certificates', 'front-market', 'pages-of-visitors', 'practice', 'verify-page']
const OTHERS = [...AT_EACH_RUN, ...OF_PUBLIC_PAGES].join('|')

/** Journeys that are no proof: one through all stages of a project, and one through a round. */
const JOURNEYS_AT_EACH_RUN = ['contract-to-monitoring', 'new-round']

/**
 * The tests that take long and prove something of one part. They run at a change of that part, and every night
 * (`npm run soak`). What a proof reads stands in its list, so that no change anywhere else can break it.
 */
export const PROOFS: Readonly<Record<string, Proof>> = {
  matching: {
    tests: [
      'packages/matching/src/random-markets.test.ts',
      'packages/matching/src/properties.test.ts',
      'packages/matching/src/stalling-rounds.test.ts',
      'packages/matching/src/solver/by-flows.test.ts',
      'packages/matching/src/solver/knapsack.test.ts',
      'packages/matching/src/pricing/sample.test.ts',
      'packages/match-verifier/test/verdict.test.ts',
      'packages/match-verifier/test/falsified.test.ts',
      'packages/match-verifier/test/filed.test.ts',
      'packages/match-verifier/test/kinds.test.ts',
      'packages/match-verifier/test/stored-values.test.ts',
      'packages/match-verifier/test/random-own-tables.test.ts',
      'test/matching/*.test.ts',
    ],
    of: [
      ...['packages/matching', 'packages/match-verifier', 'packages/habitat-metric/src/habitat.ts'],
      ...['packages/values', 'test/matching', 'src/server/demonstration', 'tools/match.ts'],
      'tools/verify-match.ts',
    ],
  },
  'updates of the database': {
    tests: ['test/store/carried-over.test.ts', 'test/store/unprivileged.test.ts'],
    of: ['src/server/store/migrations', 'src/server/store/database.ts', 'test/store/copies'],
  },
  backups: {
    tests: ['test/backup/*.test.ts', 'test/embedded/backup.test.ts'],
    of: [
      ...['src/server/backup', 'src/server/archive', 'src/server/files', 'src/server/store/migrations'],
      ...['src/server/embedded/embedded.ts', 'src/server/auth/secrets.ts', 'test/backup', 'tools/backup.ts'],
      ...['tools/restore.ts', 'tools/verify-backup.ts', 'tools/archive-market.ts', 'tools/load-archive.ts'],
    ],
  },
  'the embedded database': {
    tests: ['test/embedded/*.test.ts'],
    of: [
      ...['src/server/main.ts', 'src/server/serve-market.ts', 'src/server/embedded'],
      ...['src/server/process/try-again.ts', 'tools/dev.ts'],
      ...['src/server/store/migrations', 'src/server/demonstration/founding.ts', 'test/embedded'],
    ],
  },
  'the start of a release': {
    tests: ['test/release/starts.test.ts'],
    of: [
      ...['tools/release', 'tools/start.mjs', 'tools/prepare.mjs', 'tools/newer-node.mjs', 'tools/sbom.ts'],
      ...['src/server/main.ts', 'src/server/serve-market.ts', 'src/server/process/places.ts', 'package.json'],
    ],
  },
  'the log': {
    tests: ['test/verify/*.test.ts', 'test/store/verify-log.test.ts', 'test/store/log-tree.test.ts'],
    of: [
      ...[
        'packages/transparency-log',
        'src/proof',
        'src/server/log',
        'src/server/verify',
        'src/server/store',
      ],
      ...['tools/verify.ts', 'tools/verify', 'test/verify'],
    ],
  },
  'what is killed': {
    tests: [
      'test/faults/killed-*.test.ts',
      'test/faults/either-of-two.test.ts',
      'test/faults/founding.test.ts',
      'test/faults/lost-database.test.ts',
      'test/faults/starts-tried-again.test.ts',
      'test/histories/histories.test.ts',
    ],
    of: [
      ...STORE,
      ...[
        'src/server/main.ts',
        'src/server/serve-market.ts',
        'src/server/process',
        'src/server/work',
        'src/server/demonstration/founding.ts',
      ],
      ...['src/server/runner', 'src/server/mail', 'src/server/webhooks', 'src/server/demonstration/load.ts'],
      ...['src/actions/kit', 'src/actions/case', 'src/domain/case', 'test/faults', 'test/histories'],
    ],
  },
  mishaps: {
    tests: ['test/ledger/mishaps.test.ts', 'test/ledger/drawn-mishaps.test.ts'],
    of: [
      ...['src/actions/case', 'src/actions/common', 'src/actions/project', 'src/actions/requirement'],
      ...['src/domain/case', 'src/server/store/migrations', 'test/ledger'],
    ],
  },
  'costs in a large market': {
    tests: ['test/costs/growth.test.ts', 'test/costs/memory.test.ts'],
    of: [
      ...['src/server', 'src/actions', 'src/contract', 'src/domain', 'refdata', 'docs/costs.md'],
      ...['test/costs', 'tools/bench/registry.ts', 'tools/bench/copies.ts'],
    ],
  },
  costs: {
    tests: ['test/costs/costs.test.ts'],
    of: ['src', 'packages', 'refdata', 'docs/costs.md', 'test/costs', 'vite.config.ts'],
  },
  'lists along an index': {
    tests: ['test/lists/along-an-index.test.ts'],
    of: [...STORE, 'src/server/views', 'src/server/search', 'src/contract', 'src/domain'],
  },
  'actions on the demonstration': {
    tests: ['test/laws/rehearsal.test.ts', 'test/journeys/homes.test.ts'],
    of: [
      ...['src/server', 'src/actions', 'src/contract', 'src/domain', 'packages', 'refdata', ...WORLDS],
      'test/laws',
    ],
  },
  journeys: {
    tests: [
      `test/journeys/!(${[...JOURNEYS_AT_EACH_RUN, 'homes'].join('|')}).test.ts`,
      'test/http/authorisation.test.ts',
      'test/http/reading.test.ts',
      'test/http/search-readers.test.ts',
    ],
    of: [
      ...['src/server', 'src/actions', 'src/contract', 'src/domain', 'packages', 'refdata', ...WORLDS],
      ...['test/journeys', 'test/permissions.csv'],
    ],
  },
  'damaged and hostile input': {
    tests: [
      'test/faults/hostile-values.test.ts',
      'test/faults/rubbish.test.ts',
      'test/faults/full-log.test.ts',
      'test/faults/unresolvable-host.test.ts',
      'test/http/bad-uploads.test.ts',
      'test/http/uploads-under-attack.test.ts',
      'test/house-linear.test.ts',
    ],
    of: ['src', 'refdata', 'test/faults', 'test/regular-expressions.ts', ...WORLDS],
  },
  'drawn markets': {
    tests: [
      'src/server/estimates/random-estimates.test.ts',
      'src/server/instances/random-published.test.ts',
      'src/server/views/random-balance.test.ts',
    ],
    of: [
      ...['src/server/estimates', 'src/server/instances', 'src/server/views', 'src/contract', 'src/domain'],
      ...['packages/matching', 'packages/values'],
    ],
  },
  'signed-in pages': {
    tests: [`test/browser/!(${OTHERS}).test.ts`],
    of: [...DRAWN, 'src/web', 'src/actions', 'test/browser/pictures'],
  },
  'public pages': {
    tests: OF_PUBLIC_PAGES.map(name => `test/browser/${name}.test.ts`),
    of: [...DRAWN, 'src/front', 'src/practice', 'src/proof', 'src/verify-page'],
  },
}

/** With which packages all of them are proved. */
const PACKAGES = 'package-lock.json'
/** File that records the state in which each proof passed. */
const RECORD = join(projectRoot, 'test/proved.json')

const filesIn = (path: string): string[] =>
  globSync([path, `${path}/**/*.*`], { cwd: projectRoot })
    .filter(file => /\.(?!md$)\w+$/.test(file))
    .toSorted()

/** The test files of each proof. */
export const proofTests = (name: string): string[] =>
  (PROOFS[name]?.tests ?? []).flatMap(pattern => globSync(pattern, { cwd: projectRoot })).toSorted()

/** A sum of all files of a proof as they are now: its tests, and what they are about. */
const stateOf = (name: string): string => {
  const sum = createHash('sha256')
  const files = new Set([...proofTests(name), ...(PROOFS[name]?.of ?? []).flatMap(filesIn), PACKAGES])
  for (const file of files)
    sum
      .update(file)
      .update('\0')
      .update(readFileSync(join(projectRoot, file)))
      .update('\0')
  return sum.digest('hex').slice(0, 16)
}

/** The sum of the files with which each proof has passed. */
const stateProved = (): Record<string, string> =>
  existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string>) : {}

interface Report {
  testResults: readonly { name: string; status: string }[]
}

/** The proofs that are open, each with the state in which a run finds it. */
export const openProofs = (): { name: string; state: string }[] => {
  const proved = stateProved()
  return Object.keys(PROOFS)
    .map(name => ({ name, state: stateOf(name) }))
    .filter(({ name, state }) => proved[name] !== state)
}

/**
 * Records which of these proofs a run has passed, by the JSON report of vitest; returns the names of the others. The states
 * are those before the run, since files that change meanwhile are not proved.
 */
export const recordProofs = (open: readonly { name: string; state: string }[], report: string): string[] => {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const passed = new Set(
    testResults.flatMap(({ name, status }) => (status === 'passed' ? [relative(projectRoot, name)] : [])),
  )
  const proved = open.filter(({ name }) => proofTests(name).every(test => passed.has(test)))
  const all = { ...stateProved(), ...Object.fromEntries(proved.map(({ name, state }) => [name, state])) }
  const kept = Object.keys(PROOFS).flatMap(name => (all[name] ? [[name, all[name]]] : []))
  if (proved.length > 0) writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
  return open.filter(one => !proved.includes(one)).map(({ name }) => name)
}

/** The names of the proofs that hold, since nothing of what they are about has changed since they passed. */
export const proofsThatHold = (): string[] => {
  const open = openProofs().map(({ name }) => name)
  return Object.keys(PROOFS).filter(name => !open.includes(name))
}

/** The test files that need not run: those of proofs that hold, unless they belong to an open one as well. */
export const provedTests = (): string[] => {
  const needed = new Set(openProofs().flatMap(({ name }) => proofTests(name)))
  return proofsThatHold()
    .flatMap(proofTests)
    .filter(test => !needed.has(test))
}
