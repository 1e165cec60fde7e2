import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { HttpError } from '#server/runner/refusals'
import { listLedgerFaults } from '#server/store/ledger-check'
import { UnitsTakenError } from '#server/store/refusals'
import { type ContractedWorld, contractedWorld } from './contracted.ts'

const reason = 'The sluice is broken'

let world: ContractedWorld
let caseIds: string[]
beforeAll(async () => {
  world = await contractedWorld()
  await world.verifies('wetland')
  const failures = [
    { type: 'DeliveryFailure', failedSince: '2026-01-20', services: [{ id: 'cover-service', left: 5 }] },
    { type: 'WillNotSign', services: [] },
  ]
  for (const { type, ...answers } of failures) {
    await world.does('ReportConcern', 'project', 'cover', { type, since: '2026-01-20', what: reason })
    const [one] = (await world.store.read.list('case', {})).toReversed()
    await world.does('Confirm', 'case', one!.id, { reason, ...answers })
  }
  caseIds = (await world.store.read.list('case', {})).map(({ id }) => id)
})
afterAll(() => world.close())
afterEach(async () => expect(await listLedgerFaults(world.store.db)).toEqual([]))

it('two cases that draw on the reserve simultaneously use each of its units once', async () => {
  const draws = Array.from({ length: 20 }, (_, nth) =>
    world.does('DrawOnReserve', 'case', caseIds[nth % 2]!, { reason }),
  )
  const refused = (await Promise.allSettled(draws)).flatMap(one =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  )
  // Who comes later finds nothing left, or, at the same moment, that the units have just been taken.
  const isKnown = (error: unknown) =>
    error instanceof UnitsTakenError || (error instanceof HttpError && error.status === 422)
  expect(refused.filter(error => !isKnown(error))).toEqual([])
  expect(refused.length).toBeGreaterThan(0)
  const drawn = await world.store.read.list('unitReplacement', { endedAt: null })
  expect(drawn.map(({ creditId }) => creditId).filter(id => id !== 'wetland-reserve')).toEqual([])
  const units = drawn.flatMap(({ firstUnit, lastUnit, startDay, endDay }) =>
    Array.from({ length: lastUnit - firstUnit + 1 }, (_, nth) => `${firstUnit + nth} ${startDay} ${endDay}`),
  )
  expect(new Set(units).size).toBe(units.length)
  expect(new Set(units.map(unit => unit.split(' ')[0])).size).toBe(10_000)
})
