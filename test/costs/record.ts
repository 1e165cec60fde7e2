import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { projectRoot } from '#server/process/places'
import { type CostTable, grownCosts, ledgerText, readLedger, renewedTables } from './ledger.ts'

const LEDGER = join(projectRoot, 'docs/costs.md')

/** Titles of the tables, and what their lines and columns mean. */
export const TABLES = {
  reads: {
    title: 'Addresses',
    about: `Each address of the interface as a person reads it, with warm caches of the server: the statements that it sends, the
blocks of 8 kB that these touch in a market of 10,000 credits and of 100,000, the power of the size with which that grows, and
the bytes of the answer. At most 0.30 is allowed; a debt is a line above that, which may only fall. Blocks may grow by half,
because they depend on the server that made the market.`,
  },
  actions: {
    title: 'Actions',
    about:
      'The same for actions, from the request to the answer with the page. Work in the background afterwards is not counted.',
  },
  pages: {
    title: 'Pages',
    about: `The first load of a page, with everything that it names and that these files name: the statements, the requests, and the
bytes as they are sent. What its scripts ask for later is not in it.`,
  },
  server: {
    title: 'Server',
    about:
      'Statements of an idle server, packages of a production install (without those for tests and builds), and the size of the build.',
  },
  memory: {
    title: 'Memory',
    about:
      'Memory of the server process after it has started and served one page. It varies from run to run, so it may grow by a quarter.',
  },
} as const

const TITLES: readonly string[] = Object.values(TABLES).map(({ title }) => title)

const inOrder = (one: CostTable, other: CostTable): number =>
  TITLES.indexOf(one.title) - TITLES.indexOf(other.title)

/**
 * Compares measured costs with the recorded ones, and fails if one has grown. With `npm run costs` it records them
 * first, and then fails only if an exponent is too high.
 */
export const compareOrRenew = (measured: readonly CostTable[]): void => {
  const read = () => (existsSync(LEDGER) ? readLedger(readFileSync(LEDGER, 'utf8')) : [])
  if (process.env.COSTS === 'renew')
    writeFileSync(LEDGER, ledgerText(renewedTables(read(), measured).toSorted(inOrder)))
  expect(grownCosts(read(), measured)).toEqual([])
}
