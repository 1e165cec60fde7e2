import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PricesView } from '#contract/round/prices'
import type { ServiceFigures } from '#contract/desk/service'
import { readCalendar } from '../builders/rfc5545.ts'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

const prices = async (words = ''): Promise<PricesView> => {
  const answer = await market.stranger.send(`/api/public/prices${words}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as PricesView
}
const page = async (url: string): Promise<string> => {
  const answer = await market.stranger.send(url)
  expect(answer.status, url).toBe(200)
  expect(answer.headers.get('set-cookie')).toBeNull()
  return String(answer.body)
}

describe('results and prices', () => {
  it('show the rounded price of nitrogen in the Solent, with the numbers of buyers and sellers', async () => {
    const { cells } = await prices('?market=MK-SOL&type=NutrientMitigationNitrogen&scope=round&year=2023')
    expect(cells).toHaveLength(1)
    expect(cells[0]).toMatchObject({
      round: { id: 'RD-SOL-A' },
      buyers: 8,
      price: { median: 1300, lower: 950, upper: 1700 },
    })
    const lastYear = (await prices('?market=MK-SOL&type=NutrientMitigationNitrogen&scope=round&year=2025'))
      .cells
    expect(lastYear).toMatchObject([{ round: { id: 'RD-SOL-B' }, buyers: 6, sellers: 6 }])
    expect(lastYear[0]?.price?.median).toBeGreaterThan(1300)
  })

  it('show no price of a round with one supplier, nor of an area with few', async () => {
    const { cells } = await prices()
    const of = (id: string) => cells.filter(cell => cell.round?.id === id)
    expect(of('RD-SOM-0').map(({ price, surplus }) => [price, surplus])).toEqual(
      of('RD-SOM-0').map(() => [null, null]),
    )
    expect(of('RD-SOL-A').filter(({ scope, price }) => scope === 'area' && price)).toEqual([])
    for (const { price, buyers, sellers } of cells)
      if (price) expect(Math.min(buyers ?? 0, sellers ?? 0)).toBeGreaterThanOrEqual(4)
      else expect([buyers, sellers]).toEqual([null, null])
  })

  it('have areas whose units add up to those of their round', async () => {
    const { cells } = await prices('?round=RD-SOL-A')
    const sum = (scope: string) =>
      cells.filter(cell => cell.scope === scope).reduce((total, { units }) => total + units, 0)
    expect(cells.filter(({ scope }) => scope === 'area')).toHaveLength(3)
    expect(sum('area')).toBeCloseTo(sum('round'), 4)
  })

  it('can be downloaded as a table with the same rows, and refuse unknown words', async () => {
    const { cells } = await prices('?year=2023')
    const csv = await market.stranger.send('/api/public/prices?year=2023&format=csv')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(cells.length + 1)
    for (const word of ['buyer=BU01', 'type=Gold', 'year=soon'])
      expect((await market.stranger.send(`/api/public/prices?${word}`)).status).toBe(400)
  })

  it('are on a page that is complete without scripts and names no owner', async () => {
    const all = await page('/prices')
    expect(all.match(/<h1/g)).toHaveLength(1)
    expect(all).toContain('about £3,000')
    expect(all).toContain('too few sales to show')
    expect(all).not.toMatch(/Farms|Estate|Ltd|LLP/)
    expect(await page('/prices?market=MK-SOL&year=2023')).toContain('about £1,300')
    const without = await page('/prices?market=MK-SOL&year=2022')
    expect(without).toContain('was settled in 2022')
    expect(without).toContain('Latest prices in any year')
    expect((await market.stranger.send('/prices?year=soon')).status).toBe(400)
  })
})

it('the figures of the service count organisations that registered for rounds themselves', async () => {
  const { body } = await market.stranger.send('/api/public/service')
  const { takeUp, completion } = body as ServiceFigures
  expect(takeUp.participations).toBeGreaterThan(100)
  expect(takeUp.rate).toBe(1)
  expect(completion.registered).toBeLessThan(completion.begun)
})

describe('rounds', () => {
  it('are found by credit type and place', async () => {
    const solent = await page('/rounds?type=NutrientMitigationNitrogen&place=solent')
    expect(solent).toContain('href="/rounds/RD-SOL-1"')
    expect(solent).toContain('href="/prices?round=RD-SOL-B"')
    expect(solent).not.toContain('/rounds/RD-SOM-1"')
    // A draft has not been announced.
    expect(solent).not.toContain('RD-SOL-2')
    expect(await page('/rounds?place=Itchen')).toContain('href="/rounds/RD-SOL-1"')
    expect(await page('/rounds?place=Atlantis')).toContain('No current or upcoming round matches your search')
  })

  it('have a page each with dates and places; others are not found', async () => {
    const round = await page('/rounds/RD-SOL-1')
    expect(round).toContain('Isle of Wight')
    expect(round).toContain('Supplier registration')
    for (const none of ['RD-SOL-2', 'none', '%00'])
      expect((await market.stranger.send(`/rounds/${none}`)).status).toBe(404)
  })

  it('are published as a valid calendar', async () => {
    const answer = await market.stranger.send('/rounds.ics')
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const { events } = readCalendar(String(answer.body))
    const suppliers = events.find(({ UID }) => UID?.startsWith('RD-SOL-1-suppliers@'))
    expect(suppliers?.SUMMARY).toBe('Solent Nitrogen Market (demonstration), Round 1: Supplier registration')
    expect(suppliers?.URL).toMatch(/\/rounds\/RD-SOL-1$/)
  })
})
