import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { MakerFirst } from './tools/maker-first.ts'
import { proofsThatHold, proofTests } from './tools/proofs.ts'

// Thousands of made-up cases: as pure as the small tests, but longer than all of them together.
const RANDOM = ['src', 'packages', 'test'].map(folder => `${folder}/**/random-*.test.ts`)

// A limit ends what hangs; it must not be what a busy machine makes slow.
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

// `npm test` leaves out the long proofs of parts that have not changed (`tools/proofs.ts`).
const PROVED = process.env.WITHOUT_PROOFS_THAT_HOLD ? proofsThatHold().flatMap(proofTests) : []

// Three sizes: pure and next to the file; on a real PostgreSQL; and in a real browser.
export default defineConfig({
  test: {
    // Most of the waiting is for databases and browsers, so three at a time on two processors.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: MakerFirst },
    // What is loaded keeps no state between files, so each worker loads the server and its packages once.
    projects: [
      {
        test: {
          name: 'small',
          include: [
            ...['src/**/*.test.{ts,tsx}', 'packages/*/{src,test,node}/**/*.test.ts'],
            ...['test/house*.test.ts', 'test/specification/*.test.ts'],
          ],
          exclude: [...RANDOM, ...PROVED],
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'random',
          include: RANDOM,
          exclude: PROVED,
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'database',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...['test/house*.test.ts', 'test/specification/**', 'test/browser/**', 'test/embedded/**'],
            ...RANDOM,
            ...PROVED,
          ],
          isolate: false,
          globalSetup: ['test/start-postgres.ts'],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'embedded',
          include: ['test/embedded/**/*.test.ts'],
          exclude: PROVED,
          globalSetup: ['test/embedded/prepare.ts'],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'browser',
          isolate: false,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/start-postgres.ts'],
          // Of one file; each file has a browser of its own.
          maxConcurrency: 2,
          ...PATIENCE,
        },
      },
    ],
  },
})
