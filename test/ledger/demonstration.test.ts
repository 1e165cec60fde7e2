import { expect, it } from 'vitest'
import type { BalanceSheet } from '#contract/balance'
import type { CreditRow } from '#contract/credit'
import type { ProjectRow } from '#contract/project'
import type { ListOf } from '#contract/resource'
import { isBeforeSettlement } from '#domain/credit'
import { unitsOf } from '#domain/units'
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

it("the pilot's units are those that it has certified, in lists, downloads and the public register", async () => {
  const market = await world({ works: false })
  const operator = market.as('operator')
  const on = 'on=2026-11-22'
  const { types } = await operator.get<BalanceSheet>(
    `/api/credits/balance?registry=true&projectId=P001&${on}`,
  )
  const { onDay } = types.find(({ creditType }) => creditType === 'Biodiversity')!
  expect(onDay).toMatchObject({ total: 10.25, unsold: 3.65, reserve: 0.6, issued: 6 })
  for (const path of ['/api/projects', '/api/public/registry/projects']) {
    const { items } = await operator.get<ListOf<ProjectRow>>(`${path}?limit=200&${on}`)
    expect(items.find(({ id }) => id === 'P001')?.credits).toMatchObject([{ units: 10.25 }, { units: 4.2 }])
  }
  const rows = await operator.get<ListOf<CreditRow>>(`/api/credits?registry=true&projectId=P001&${on}`)
  expect(rows.items.reduce((sum, row) => sum + unitsOf(row.units), 0)).toBe(unitsOf(10.25) + unitsOf(4.2))
  await market.close()
})
