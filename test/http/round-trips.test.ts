import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { OFFERED, type Offering, offering } from '../builders/offering.ts'
import type { Answer } from '../builders/world.ts'

interface Asked {
  connection: pg.Client
  /** All that is asked of a connection before anything is waited for is one trip to the database and back. */
  trip: number
  text: string
}

const asked: Asked[] = []
const underWay = new Map<pg.Client, number>()
let trips = 0

let place: Offering
beforeAll(async () => {
  const query: (...given: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query')
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const trip = underWay.get(this) ?? (trips += 1)
    underWay.set(this, trip)
    process.nextTick(() => underWay.delete(this))
    const [what] = given
    asked.push({
      connection: this,
      trip,
      text: typeof what === 'string' ? what : String((what as { text?: string }).text),
    })
    return Reflect.apply(query, this, given)
  })
  place = await offering()
})
afterAll(async () => {
  await place.market.close()
  vi.restoreAllMocks()
})

/** What an action asks in its transaction, from the beginning to the commit. */
const inTransaction = async (act: () => Promise<Answer>): Promise<Asked[]> => {
  // What is asked for the first time on a connection is named by then.
  await act()
  asked.length = 0
  expect((await act()).status).toBe(200)
  const begin = asked.findIndex(({ text }) => text === 'begin')
  const its = asked.slice(begin).filter(({ connection }) => connection === asked[begin]?.connection)
  return its.slice(0, its.findIndex(({ text }) => text === 'commit') + 1)
}

const tripsOf = (statements: readonly Asked[]): number => new Set(statements.map(({ trip }) => trip)).size

it('an offer and costs are at most eight trips to the database each, from the beginning to the commit', async () => {
  const values = await place.offer(211_000)
  const costs = { maintenance: 1, marketOperator: 2, complianceMonitoring: 3, performanceMonitoring: 4 }
  const offer = await inTransaction(() => place.owner.tries('SetOffer', OFFERED, values))
  const costing = await inTransaction(() => place.operator.tries('SetCosts', OFFERED, costs))
  expect(offer.at(-1)?.text).toBe('commit')
  expect(costing.at(-1)?.text).toBe('commit')
  expect(tripsOf(offer)).toBeLessThanOrEqual(8)
  expect(tripsOf(costing)).toBeLessThanOrEqual(8)
  // What is shown of it is read once all is done.
  expect(
    offer.filter(({ text }) => text.includes('"standard"') || text.includes('compliance_check')),
  ).toEqual([])
})

it('a page of a project reads no other projects of its owner, only to draw its buttons', async () => {
  const { links } = await place.owner.get<{ links: { self: string } }>(`/api/project/${OFFERED.id}`)
  for (const reader of [place.owner, place.operator]) {
    asked.length = 0
    const { actions } = await reader.get<{ actions: { id: string; helpedBy?: { label: string } }[] }>(
      links.self,
    )
    expect(actions.find(({ id }) => id === 'AddToGroup')?.helpedBy?.label).toBe('Add project group')
    const others = asked.filter(({ text }) => /from "project" where "supplier_id"/.test(text))
    expect(others.map(({ text }) => text)).toEqual([])
  }
})
