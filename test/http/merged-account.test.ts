import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPayableToSuppliers } from '#actions/payment-run/payees'
import { findPayoutObstacle } from '#domain/money/payment-run'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { act } from './paying.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(...matchedRound('Settled'))
  const { db } = world.store
  await sql`update organisation set iban = 'GB82WEST12345698765432', iban_set_at = '2026-01-05' where id = 'farm'`.execute(
    db,
  )
  await sql`update organisation set iban = 'DE89370400440532013000', iban_set_at = '2026-01-05' where id = 'estate'`.execute(
    db,
  )
  // Organisations with offers in a round that is not settled are not merged.
  await sql`update project set status = 'ApprovedRound', offer = null, offered_at = null where id in ('reed', 'sedge')`.execute(
    db,
  )
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
})
afterAll(() => world.close())

const obstacleOn = async (day: string) => {
  const [payable] = await readPayableToSuppliers(world.store.read, ['SBI-000001'], day)
  return {
    to: payable!.payee.id,
    obstacle: findPayoutObstacle(payable!.payee, { ...payable!, drafted: null, today: day }),
  }
}

it('pays the account of another organisation only three working days after a merger', async () => {
  // A Friday.
  world.clock.now = '2027-01-08T09:00:00.000Z'
  expect(await obstacleOn('2027-01-08')).toEqual({ to: 'farm', obstacle: null })
  const merged = await act(world, 'olga', '/api/organisation/farm/action/MergeOrganisation', {
    ...{ intoId: 'estate', reason: 'One farm, entered twice', confirmed: true },
  })
  expect(merged.status, merged.said).toBe(200)
  expect(await obstacleOn('2027-01-12')).toEqual({ to: 'estate', obstacle: 'accountNew' })
  expect(await obstacleOn('2027-01-13')).toEqual({ to: 'estate', obstacle: null })
})
