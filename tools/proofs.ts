import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/places'

/** Long tests that prove something of a part of the product, and that part: files and folders, besides the tests' own. */
interface Proof {
  tests: readonly string[]
  of: readonly string[]
}

const STORE = ['src/server/store', 'src/server/queue', 'src/server/tasks']

/**
 * The tests that take long and prove something of one part. They run at a change of that part, and every night
 * (`npm run soak`). Tests of what a change may touch from anywhere do not belong here.
 */
export const PROOFS: Readonly<Record<string, Proof>> = {
  matching: {
    tests: [
      'src/matching/random-markets.test.ts',
      'src/matching/properties.test.ts',
      'src/matching/solver/by-flows.test.ts',
      'src/matching/pricing/sample.test.ts',
      'src/matching/verify/verdict.test.ts',
      'test/matching/*.test.ts',
    ],
    of: [
      ...['src/matching', 'src/domain/match-problem.ts', 'src/domain/match-solution.ts', 'test/matching'],
      ...['src/server/demonstration', 'tools/match.ts', 'tools/match', 'tools/verify-match.ts'],
      'tools/verify-match',
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
      ...['src/server/store/embedded.ts', 'src/server/auth/secrets.ts', 'test/backup', 'tools/backup.ts'],
      ...['tools/restore.ts', 'tools/verify-backup.ts', 'tools/archive-market.ts', 'tools/load-archive.ts'],
    ],
  },
  'the embedded database': {
    tests: ['test/embedded/*.test.ts'],
    of: [
      ...['src/server/main.ts', 'src/server/store/embedded.ts', 'src/server/store/postgres-launcher.ts'],
      ...['src/server/store/postgres-settings.ts', 'src/server/store/data-folder-lock.ts', 'tools/dev.ts'],
      ...['src/server/store/migrations', 'src/server/founding.ts', 'test/embedded'],
    ],
  },
  'the log': {
    tests: ['test/verify/*.test.ts', 'test/store/verify-log.test.ts', 'test/store/log-tree.test.ts'],
    of: [
      ...['src/proof', 'src/server/log', 'src/server/verify', 'src/server/store', 'tools/verify.ts'],
      ...['tools/verify', 'test/verify'],
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
      ...['src/server/main.ts', 'src/server/loop.ts', 'src/server/drain.ts', 'src/server/founding.ts'],
      ...['src/server/runner', 'src/server/mail', 'src/server/webhooks', 'src/server/demonstration/load.ts'],
      ...['src/actions/kit', 'test/faults', 'test/histories'],
    ],
  },
}

/** With which packages all of them are proved. */
const PACKAGES = 'package-lock.json'
/** Where it is noted for which files each proof passes. */
export const RECORD = join(projectRoot, 'test/proved.json')

const filesIn = (path: string): string[] =>
  globSync([path, `${path}/**/*.*`], { cwd: projectRoot })
    .filter(file => /\.\w+$/.test(file))
    .toSorted()

/** The test files of each proof. */
export const testsOf = (name: string): string[] =>
  (PROOFS[name]?.tests ?? []).flatMap(pattern => globSync(pattern, { cwd: projectRoot })).toSorted()

/** A sum of all files of a proof as they are now: its tests, and what they are about. */
export const stateOf = (name: string): string => {
  const sum = createHash('sha256')
  const files = new Set([...testsOf(name), ...(PROOFS[name]?.of ?? []).flatMap(filesIn), PACKAGES])
  for (const file of files)
    sum
      .update(file)
      .update('\0')
      .update(readFileSync(join(projectRoot, file)))
      .update('\0')
  return sum.digest('hex').slice(0, 16)
}

/** The sum of the files with which each proof has passed. */
export const stateProved = (): Record<string, string> =>
  existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string>) : {}

/** The names of the proofs that hold, since nothing of what they are about has changed since they passed. */
export const proofsThatHold = (): string[] => {
  const proved = stateProved()
  return Object.keys(PROOFS).filter(name => stateOf(name) === proved[name])
}
