import { afterAll, beforeAll, it } from 'vitest'
import { type CountedServer, openCountedServer } from './counted-server.ts'
import { statementsPerIdleSecond } from './idle.ts'
import { measureInstallation } from './installation.ts'
import type { Cost, Figures } from './ledger.ts'
import { smallMarket } from './market.ts'
import { measureActions, measureReads } from './measure.ts'
import { measurePages } from './pages.ts'
import { compareOrRenew, TABLES } from './record.ts'

let server: CountedServer
beforeAll(async () => {
  server = await openCountedServer(smallMarket)
})
afterAll(() => server.close())

const costsOf = (counted: ReadonlyMap<string, Figures>): Cost[] =>
  [...counted].map(([name, { blocks = 0, ...figures }]) => ({
    name,
    figures: { ...figures, 'blocks at 10,000': blocks },
  }))

it('no address costs a tenth more than recorded', async () => {
  compareOrRenew([{ ...TABLES.reads, costs: costsOf(await measureReads(server)) }])
})

it('no action costs a tenth more than recorded', async () => {
  compareOrRenew([{ ...TABLES.actions, costs: costsOf(await measureActions(server)) }])
})

it('no page costs a tenth more than recorded', async () => {
  compareOrRenew([{ ...TABLES.pages, costs: await measurePages(server) }])
})

it('neither an idle server nor its installation costs a tenth more than recorded', async () => {
  const values = { 'statements per idle second': await statementsPerIdleSecond(), ...measureInstallation() }
  const costs = Object.entries(values).map(([name, value]) => ({ name, figures: { value } }))
  compareOrRenew([{ ...TABLES.server, costs }])
})
