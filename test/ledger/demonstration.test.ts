import { expect, it } from 'vitest'
import { isBeforeSettlement } from '#domain/credit'
import { ledgerFaults } from '../builders/ledger-faults.ts'
import { world } from '../builders/world.ts'

it("the pilot's credits have gone as far as its requirements and its project, and every unit is accounted for", async () => {
  const market = await world({ works: false })
  expect(await ledgerFaults(market.store.db)).toEqual([])
  const credits = await market.store.read.list('credit', { roundId: 'RD-SOM-0' })
  const statusOf = (requirementId: string | null) => [
    ...new Set(
      credits
        .filter(credit => credit.requirementId === requirementId && !isBeforeSettlement(credit.status))
        .map(({ status }) => status),
    ),
  ]
  expect(Object.fromEntries(['R003', 'R004', 'R005', 'R006'].map(id => [id, statusOf(id)]))).toEqual({
    R003: ['RightsAllocated'],
    R004: ['RightsCreated'],
    R005: ['Redeemed'],
    R006: ['Issued'],
  })
  expect(statusOf(null)).toEqual(['Issued'])
  await market.close()
})
