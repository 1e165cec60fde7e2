import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { OFFERED_PROJECT, type OfferingRound, openOfferingRound } from '../builders/offering.ts'
import type { Answer } from '../builders/world.ts'

interface Asked {
  connection: pg.Client
  /** All queries sent on a connection before waiting for an answer are one round trip to the database. */
  trip: number
  text: string
}

const asked: Asked[] = []
const underWay = new Map<pg.Client, number>()
let trips = 0

let place: OfferingRound
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
  place = await openOfferingRound()
})
afterAll(async () => {
  await place.market.close()
  vi.restoreAllMocks()
})

/** The queries of an action’s transaction, from the beginning to the commit. */
const inTransaction = async (act: () => Promise<Answer>): Promise<Asked[]> => {
  // The first run prepares the statements of the connection.
  await act()
  asked.length = 0
  expect((await act()).status).toBe(200)
  const begin = asked.findIndex(({ text }) => text === 'begin')
  const its = asked.slice(begin).filter(({ connection }) => connection === asked[begin]?.connection)
  return its.slice(0, its.findIndex(({ text }) => text === 'commit') + 1)
}

const tripsOf = (statements: readonly Asked[]): number => new Set(statements.map(({ trip }) => trip)).size

it('an offer and costs take at most eight database round trips each, including the commit', async () => {
  const values = await place.offer(211_000)
  const costs = { maintenance: 1, marketOperator: 2, complianceMonitoring: 3, performanceMonitoring: 4 }
  const offer = await inTransaction(() => place.owner.tries('SetOffer', OFFERED_PROJECT, values))
  const costing = await inTransaction(() => place.operator.tries('SetCosts', OFFERED_PROJECT, costs))
  expect(offer.at(-1)?.text).toBe('commit')
  expect(costing.at(-1)?.text).toBe('commit')
  expect(tripsOf(offer)).toBeLessThanOrEqual(8)
  expect(tripsOf(costing)).toBeLessThanOrEqual(8)
  // The result is read after the commit.
  expect(
    offer.filter(({ text }) => text.includes('"standard"') || text.includes('compliance_check')),
  ).toEqual([])
})

it('the page of a project reads no other projects of its owner to draw its buttons', async () => {
  const { links } = await place.owner.get<{ links: { self: string } }>(`/api/project/${OFFERED_PROJECT.id}`)
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
