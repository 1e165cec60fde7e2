import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import { issueDueInvoices } from '#server/jobs/issue-due-invoices'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(
    ...matchedRound('Settled'),
    sampleRow('case', {
      ...{ id: 'failure', name: 'Delivery failure: old-sedge', roundId: 'settled', projectId: 'old-sedge' },
      ...{ ownerId: 'farm', concernedIds: ['builder'], concernedLpaIds: [], reportedBy: 'olga' },
      ...{ since: '2026-05-01', status: 'Confirmed', failedSince: '2026-05-01', reportedForId: 'operator' },
      ...{ confirmedAt: '2026-05-20T10:00:00.000Z', endedAt: null, rectifyBy: null },
    }),
    sampleRow('unitFailure', {
      ...{ id: 'failed', caseId: 'failure', creditId: 'sold', firstUnit: 1, lastUnit: 10_000 },
      ...{ startDay: '2026-05-01', endDay: null },
    }),
  )
  await issueDueInvoices.run({ runtime: world.runtime, files: world.files })
})
afterAll(() => world.close())

const read = async <T>(who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const held = async (who: string, id: string) => (await read<InvoiceView>(who, `/api/invoice/${id}`)).held

describe('a confirmed failure of a project', () => {
  it('holds the failed share of what its supplier is still to be paid, and says why', async () => {
    const share = { amount: 4_350, failedUnits: 1, soldUnits: 4 }
    expect(await held('fay', 'SBI-000001')).toEqual({
      ...share,
      case: { id: 'failure', name: 'Delivery failure: old-sedge' },
    })
    const { items } = await read<{ items: InvoiceRow[] }>('olga', '/api/invoices?sort=issued')
    expect(items.map(({ name, held: of }) => [name, of?.amount ?? null])).toEqual([
      ['INV-000001', null],
      ['SBI-000001', 4_350],
    ])
  })

  it('holds nothing any more once the units are delivered again', async () => {
    await sql`update unit_failure set ended_at = '2026-06-01T10:00:00Z'`.execute(world.store.db)
    expect(await held('fay', 'SBI-000001')).toBe(null)
  })
})
