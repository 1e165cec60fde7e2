import { it } from 'vitest'
import { openCountedServer } from './counted-server.ts'
import { type Cost, EXPONENT, exponentOf, type Figures } from './ledger.ts'
import { largeMarket, smallMarket } from './market.ts'
import { measureActions, measureReads } from './measure.ts'
import { compareOrRenew, TABLES } from './record.ts'

const countedIn = async (template: typeof smallMarket) => {
  const server = await openCountedServer(template)
  const counted = { reads: await measureReads(server), actions: await measureActions(server) }
  await server.close()
  return counted
}

const growthOf = (small: ReadonlyMap<string, Figures>, large: ReadonlyMap<string, Figures>): Cost[] =>
  [...large].map(([name, { blocks = 0 }]) => ({
    name,
    figures: { 'blocks at 100,000': blocks, [EXPONENT]: exponentOf(small.get(name)?.blocks ?? 0, blocks) },
  }))

it('no address or action reads more with the market than its exponent allows', async () => {
  const [small, large] = [await countedIn(smallMarket), await countedIn(largeMarket)]
  compareOrRenew([
    { ...TABLES.reads, costs: growthOf(small.reads, large.reads) },
    { ...TABLES.actions, costs: growthOf(small.actions, large.actions) },
  ])
})
