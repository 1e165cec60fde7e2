import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LandEstimate } from '#contract/public/estimates'
import { publishMatchIn } from '../builders/publishing.ts'
import { type World, world } from '../builders/world.ts'

const ROUND = 'RD-SOM-B'
const FIELD = { place: 'Taunton', hectares: '2', now: 'Cereal crops', habitat: 'Other neutral grassland' }

let market: World
beforeAll(async () => {
  market = await world()
  await publishMatchIn(market.runtime, ROUND)
})
afterAll(() => market.close())

const estimateAt = (price: string) => {
  const query = new URLSearchParams({ ...FIELD, price })
  return market.stranger.get<LandEstimate>(`/api/public/estimate/land?${query}`)
}

it('an offer is tried in a published match: cheap ones win at more places than dear ones', async () => {
  const [cheap, usual, dear] = [
    (await estimateAt('100')).chance,
    (await estimateAt('21000')).chance,
    (await estimateAt('90000')).chance,
  ]
  for (const chance of [cheap, usual, dear]) {
    expect(chance?.habitat?.id).toBe('OtherNeutralGrassland')
    expect(chance?.tried.map(({ round }) => round.id)).toEqual([ROUND])
    expect(chance?.tried[0]?.places).toBe(cheap?.tried[0]?.places)
  }
  expect(cheap?.tried[0]?.won).toBeGreaterThan(0)
  expect(cheap!.tried[0]!.won).toBeGreaterThanOrEqual(usual!.tried[0]!.won)
  expect(dear?.tried[0]?.won).toBe(0)
})

it('the page says at how many places it would have won, and links the published match', async () => {
  const query = new URLSearchParams({ ...FIELD, price: '90000' })
  const { body } = await market.stranger.send(`/desk/land?${query}`)
  expect(body).toMatch(/Would have won at 0 of \d+ places/)
  expect(body).toContain(`href="/rounds/${ROUND}/match"`)
})

it('the published match says which share of their price projects needed for costs', async () => {
  const { costs } = await estimateAt('21000')
  expect(costs?.round.id).toBe(ROUND)
  expect(costs?.share).toBeGreaterThan(0.02)
  expect(costs?.share).toBeLessThan(0.5)
})
