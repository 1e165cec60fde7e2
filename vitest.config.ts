import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { MakerFirst } from './tools/maker-first.ts'
import { provedTests } from './tools/proofs.ts'

// Thousands of made-up cases: as pure as the small tests, but longer than all of them together.
const RANDOM = ['src', 'packages', 'test'].map(folder => `${folder}/**/random-*.test.ts`)

// A limit ends what hangs; it must not be what a busy machine makes slow.
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

// `npm test` leaves out the long proofs of parts that have not changed (`tools/proofs.ts`).
const PROVED = process.env.WITHOUT_PROOFS_THAT_HOLD ? provedTests() : []

/** A project of tests; none runs a proof that holds. */
const project = (
  name: string,
  { exclude = [], ...more }: { include: string[]; exclude?: string[]; [option: string]: unknown },
) => ({ test: { name, exclude: [...exclude, ...PROVED], ...PATIENCE, ...more } })

// Modules keep no state between files, so each worker loads the server and its packages once.
const SHARED = { isolate: false }
const ON_POSTGRES = { ...SHARED, globalSetup: ['test/start-postgres.ts'] }

// Three sizes: pure and next to the file; on a real PostgreSQL; and in a real browser.
export default defineConfig({
  test: {
    // Most of the waiting is for databases and browsers, so three at a time on two processors.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: MakerFirst },
    projects: [
      project('small', {
        include: [
          ...['src/**/*.test.{ts,tsx}', 'packages/*/{src,test,node}/**/*.test.ts'],
          ...['test/house*.test.ts', 'test/specification/*.test.ts'],
        ],
        exclude: RANDOM,
        ...SHARED,
      }),
      project('random', { include: RANDOM, ...SHARED }),
      project('database', {
        include: ['test/**/*.test.ts'],
        exclude: [
          ...['test/house*.test.ts', 'test/specification/**', 'test/browser/**', 'test/embedded/**'],
          ...RANDOM,
        ],
        ...ON_POSTGRES,
      }),
      project('embedded', {
        include: ['test/embedded/**/*.test.ts'],
        globalSetup: ['test/embedded/prepare.ts'],
      }),
      // At most two tests of a file at a time; each file has its own browser.
      project('browser', { include: ['test/browser/**/*.test.ts'], maxConcurrency: 2, ...ON_POSTGRES }),
    ],
  },
})
