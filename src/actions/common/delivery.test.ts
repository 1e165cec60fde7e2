import { expect, it } from 'vitest'
import { aService } from '#test/builders/market'
import type { Read } from '../kit/changes.ts'
import { deliveriesOf } from './delivery.ts'

const services = [
  aService({ id: 'cover', mitigationBegins: '2026-02-01' }),
  aService({ id: 'wetland', mitigationBegins: '2028-05-15' }),
]
const read = {
  list: async (_kind: string, { id }: { id: string[] }) => services.filter(one => id.includes(one.id)),
} as unknown as Read

it('credits are delivered from the day on which mitigation begins, not from when they are needed', async () => {
  expect(await deliveriesOf(read, [{ serviceId: 'cover' }])).toEqual(['2026-02-01'])
  expect(await deliveriesOf(read, [{ serviceId: 'wetland' }, { serviceId: 'cover' }])).toEqual([
    '2026-02-01',
    '2028-05-15',
  ])
  expect(await deliveriesOf(read, [])).toEqual([])
})
