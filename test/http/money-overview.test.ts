import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HomeView } from '#contract/desk/home'
import type { MoneyOverview } from '#contract/money/overview'
import { paymentReference } from '#domain/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { camtOf, uploadStatement } from './camt.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    ...['builder', 'farm'].map(organisationId =>
      sampleRow('participation', {
        ...{ id: `${organisationId}-settled`, organisationId, roundId: 'settled', status: 'Registered' },
      }),
    ),
  )
  await sql`update organisation set iban = null where id not in ('operator')`.execute(world.store.db)
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
  const content = camtOf('GB33BUKB20201555555555', [
    { amount: '600.00', reference: 'B1', remittance: paymentReference('INV-000001') },
    { amount: '25.00', reference: 'B2', remittance: 'For whom?' },
  ])
  await uploadStatement(world, content)
})
afterAll(() => world.close())

const overview = async () => (await world.ask('olga', '/api/money/overview')).json<MoneyOverview>()

it('says what is due, what is late and which bank lines wait', async () => {
  expect(await overview()).toMatchObject({
    fromBuyers: { count: 1, amount: 18_000, lateCount: 0, lateAmount: 0 },
    toPayOut: { count: 1, amount: 17_400, lateCount: 0, lateAmount: 0 },
    waitingLines: { count: 1, amount: 25 },
    held: 0,
  })
  world.clock.now = '2026-12-22T12:00:00.000Z'
  expect(await overview()).toMatchObject({
    fromBuyers: { lateCount: 1, lateAmount: 18_000 },
    toPayOut: { lateCount: 1, lateAmount: 17_400 },
  })
})

it('is for the market operator alone', async () => {
  for (const who of ['bob', 'fay', 'amy', 'sue'])
    expect((await world.ask(who, '/api/money/overview')).statusCode, who).toBe(403)
})

it('is on the home page of everyone as what they paid and received', async () => {
  const home = async (who: string) => (await world.ask(who, '/api/home')).json<HomeView>()
  expect(await home('bob')).toMatchObject({ paid: 600, received: 0 })
  expect(await home('fay')).toMatchObject({ paid: 0, received: 0 })
})
