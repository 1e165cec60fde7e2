import { describe, expect, it } from 'vitest'
import { aService } from '#test/builders/market'
import type { Read } from '../kit/changes.ts'
import { deliveredCredits, readDeliveryDates, readDeliveryFacts } from './delivery.ts'

const services = [
  aService({ id: 'cover', mitigationBegins: '2026-02-01' }),
  aService({ id: 'wetland', mitigationBegins: '2028-05-15' }),
]
const read = {
  list: async (kind: string, { id }: { id: string[] }) =>
    kind === 'service' ? services.filter(one => id.includes(one.id)) : [],
} as unknown as Read

it('credits are delivered from the day on which mitigation begins, not from when they are needed', async () => {
  expect(await readDeliveryDates(read, [{ serviceId: 'cover' }])).toEqual(['2026-02-01'])
  expect(await readDeliveryDates(read, [{ serviceId: 'wetland' }, { serviceId: 'cover' }])).toEqual([
    '2026-02-01',
    '2028-05-15',
  ])
  expect(await readDeliveryDates(read, [])).toEqual([])
})

it('a market that issues nothing ahead waits for the first period only', async () => {
  const credit = (serviceId: string, start: string) => ({
    ...{ id: `of ${serviceId}`, projectId: 'project', serviceId },
    unitsPerPeriod: [{ first: 1, start, end: null, units: 10_000 }],
  })
  const both = [credit('cover', '2026-06-01'), credit('wetland', '2028-06-01')]
  const within = (issueAhead: 'asked' | 'refused'): Read =>
    ({
      ...read,
      one: async (kind: string) => (kind === 'round' ? { marketId: 'levels' } : { issueAhead }),
    }) as unknown as Read
  const deliveries = ['2026-02-01', '2028-05-15']
  const thing = { roundId: 'round-1' }
  expect(await readDeliveryFacts(within('asked'), thing, both)).toEqual({
    ...{ deliveries, heldUntil: null, unsound: null },
  })
  expect(await readDeliveryFacts(within('refused'), thing, both)).toEqual({
    ...{ deliveries, heldUntil: '2026-02-01', unsound: null },
  })
  expect(await deliveredCredits(read, both, '2026-06-01')).toEqual([both[0]])
})

describe('units that are not sound', () => {
  const holding = [{ id: 'credit', projectId: 'project', serviceId: 'cover', unitsPerPeriod: [] }]
  const market = (rows: Readonly<Record<string, readonly object[]>>): Read =>
    ({
      list: async (kind: string) => rows[kind] ?? [],
      one: async (kind: string) => (kind === 'round' ? { marketId: 'levels' } : { issueAhead: 'asked' }),
    }) as unknown as Read
  const warning = async (rows: Readonly<Record<string, readonly object[]>>) =>
    (await readDeliveryFacts(market(rows), { roundId: 'round-1' }, holding)).unsound

  it('are warned of before they are issued or redeemed', async () => {
    expect(await warning({})).toBeNull()
    expect(await warning({ unitFailure: [{ id: 'failure' }] })).toContain('have failed')
    expect(await warning({ case: [{ type: 'DeliveryFailure' }] })).toContain('are in doubt')
  })

  it('are not suspected because of a dispute or a delay', async () => {
    expect(await warning({ case: [{ type: 'Dispute' }, { type: 'LateDelivery' }] })).toBeNull()
  })
})
