import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LandEstimate, NeedEstimate } from '#contract/public/estimates'
import { addDays, englishDayOf } from '@credit-market/values/dates'
import { pricePerUnit } from '#domain/prices/price'
import { readPublicPrices } from '#server/register/prices'
import { readPublicRounds } from '#server/register/public'
import { estimatePriceAtPlace } from '#server/estimates/prices'
import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { penceOf } from '@credit-market/values/money'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

type Query = Record<string, string>

const send = (of: 'land' | 'need', query: Query) =>
  market.stranger.send(`/api/public/estimate/${of}?${new URLSearchParams(query)}`)

const need = async (query: Query): Promise<NeedEstimate> => {
  const answer = await send('need', query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as NeedEstimate
}

const land = async (query: Query): Promise<LandEstimate> => {
  const answer = await send('land', query)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as LandEstimate
}

const refusal = async (query: Query, of: 'land' | 'need' = 'need'): Promise<string> => {
  const answer = await send(of, query)
  expect(answer.status).toBe(400)
  return (answer.body as { error: string }).error
}

const page = async (url: string): Promise<string> => {
  const answer = await market.stranger.send(url)
  expect(answer.status, url).toBe(200)
  expect(answer.headers.get('set-cookie')).toBeNull()
  return String(answer.body)
}

describe('the need desk', () => {
  it('estimates habitat units at a town from prices of its planning authority', async () => {
    const { place, needs, rounds } = await need({ place: 'Taunton', biodiversity: '4.2' })
    expect(place.lpa?.id).toBe('Somerset')
    expect(needs).toHaveLength(1)
    const { price, total, nearby } = needs[0]!
    expect(price).toMatchObject({
      reach: 'area',
      round: { id: 'RD-SOM-B' },
      likely: 22_000,
      buyers: 10,
      sellers: 5,
    })
    expect(price!.low).toBeLessThan(18_000)
    expect(price!.high).toBeGreaterThan(24_000)
    expect(total!.low / price!.low).toBeCloseTo(4.2, 0)
    expect(nearby?.register).toContain('/register/projects?creditType=Biodiversity&lpaId=Somerset')
    expect(rounds.map(({ id }) => id)).toContain('RD-SOM-2')
    expect(rounds.map(({ id }) => id)).not.toContain('RD-SOL-1')
  })

  it('widens to the round where too few traded in the subcatchment', async () => {
    const { place, needs } = await need({ place: 'SU 35 35', nitrogen: '120' })
    expect(place.lpa?.id).toBe('TestValley')
    expect(needs[0]?.price).toMatchObject({ reach: 'market', round: { id: 'RD-SOL-B' }, area: null })
  })

  it('widens to England where no market trades, and says so', async () => {
    const { needs, rounds } = await need({ place: 'Keswick', biodiversity: '1' })
    expect(needs[0]?.price).toMatchObject({ reach: 'england', market: { id: 'MK-SOM' } })
    expect(rounds).toEqual([])
    expect(await page('/desk/need?place=Keswick&biodiversity=1')).toContain(
      'the newest price elsewhere in England',
    )
  })

  it('understands authorities, catchments, subcatchments and points', async () => {
    const placeOf = async (place: string) => (await need({ place, phosphorous: '2' })).place
    expect((await placeOf('somerset')).lpa?.id).toBe('Somerset')
    expect((await placeOf('Test Valley Borough Council')).lpa?.id).toBe('TestValley')
    expect((await placeOf('50.98698, -2.80419')).subcatchments.map(({ id }) => id)).toEqual([
      'SomersetLevelsAndMoorsParrett',
    ])
    expect((await placeOf('Tone')).subcatchments.map(({ id }) => id)).toEqual(['SomersetLevelsAndMoorsTone'])
    expect((await placeOf('Somerset Levels and Moors')).subcatchments).toHaveLength(3)
    expect((await placeOf('Yeovil')).label).toBe('Yeovil, Somerset')
  })

  it('refuses nonsense in place, amount or habitat with a sentence and an example', async () => {
    expect(await refusal({})).toContain('such as Taunton')
    expect(await refusal({ place: 'Atlantis', biodiversity: '1' })).toBe(
      'We do not know a place called “Atlantis”. Enter a town such as Taunton, a planning authority such as Somerset, or a grid reference such as ST 228 245',
    )
    expect(await refusal({ place: 'TA1 1AA', biodiversity: '1' })).toContain('We cannot look up postcodes')
    expect(await refusal({ place: 'NT 25 73', biodiversity: '1' })).toContain('outside England')
    expect(await refusal({ place: 'Stone', biodiversity: '1' })).toMatch(
      /can be in .+ or .+, such as Stone, /,
    )
    expect(await refusal({ place: 'Taunton' })).toContain('such as 4.2 biodiversity units')
    for (const biodiversity of ['many', '-1', '0', '1e9', '100001'])
      expect(await refusal({ place: 'Taunton', biodiversity })).toContain('such as 4.2')
    expect(await refusal({ place: 'Taunton', biodiversity: '1', habitat: 'lawn' })).toBe(
      'The statutory metric has no habitat called “lawn”. Choose one from the list, such as Lowland meadows',
    )
  })

  it('has a page with the same figures, complete without scripts, for people without an account', async () => {
    const empty = await page('/desk/need')
    expect(empty.match(/<h1/g)).toHaveLength(1)
    expect(empty).toContain('href="/desk/need?place=Taunton&#38;biodiversity=4.2"')
    const body = await page('/desk/need?place=Taunton&biodiversity=4.2&habitat=lowland+meadows')
    const { needs } = await need({ place: 'Taunton', biodiversity: '4.2' })
    const pounds = (amount: number) => `£${amount.toLocaleString('en-GB')}`
    expect(body).toContain(`${pounds(needs[0]!.total!.low)} to ${pounds(needs[0]!.total!.high)}`)
    expect(body).toContain('very high distinctiveness')
    expect(body).toContain('href="/signUp"')
    const wrong = await page('/desk/need?place=TA1+1AA&biodiversity=many')
    expect(wrong).toContain('href="#place">We cannot look up postcodes')
    expect(wrong).toContain('value="many"')
  })

  it('uses published prices only: nothing is estimated from phosphorus sold by one supplier', async () => {
    const { needs } = await need({ place: 'Tone', phosphorous: '2' })
    expect(needs[0]?.price).toMatchObject({ round: { id: 'RD-SOM-A' }, buyers: 6, sellers: 6 })
  })
})

describe('the land desk', () => {
  const FIELD = { place: 'ST 436 211', hectares: '6.5', now: 'Cereal crops' }

  it('compares usual habitats: units by the metric, payments by the published price', async () => {
    const { prices, options, now } = await land(FIELD)
    expect(now).toEqual({ id: 'CerealCrops', name: 'Cropland - Cereal crops', condition: null })
    const price = prices.find(({ creditType }) => creditType === 'Biodiversity')!.price!
    expect(price).toMatchObject({ reach: 'area', round: { id: 'RD-SOM-B' } })
    const grass = options.find(({ habitat }) => habitat?.id === 'OtherNeutralGrassland')!
    // 6.5 ha × 4 × 2 × 0.965 to the power 5 − 6.5 ha × 2.
    expect(grass).toMatchObject({ method: 'Creation', condition: 'Moderate', years: 5 })
    expect(grass.units.low).toBeCloseTo(6.5 * 8 * 0.965 ** 5 - 13, 3)
    expect(grass.units.high).toBe(grass.units.low)
    expect(grass.income!.low / (price.low * grass.units.low)).toBeCloseTo(1, 1)
    expect(grass.perHectareAndYear!.high / (grass.income!.high / (6.5 * 30))).toBeCloseTo(1, 1)
  })

  it('adds kinds of projects for the nutrients that are traded there, and no others', async () => {
    const types = ({ options }: LandEstimate) => new Set(options.map(({ creditType }) => creditType))
    expect(types(await land(FIELD))).toEqual(new Set(['Biodiversity', 'NutrientMitigationPhosphorous']))
    expect(types(await land({ ...FIELD, place: 'Keswick' }))).toEqual(new Set(['Biodiversity']))
    const { options } = await land(FIELD)
    const reversion = options.find(({ projectType }) => projectType === 'Arable reversion to grassland')!
    expect(reversion.units).toEqual({ low: 1.95, high: 4.55 })
  })

  it('shows all conditions of a named habitat, and the share of buyers who paid an asking price', async () => {
    const { options, chance } = await land({ ...FIELD, habitat: 'Lowland meadows', price: '£19,000' })
    const habitats = options.filter(({ habitat }) => habitat !== null)
    expect(new Set(habitats.map(({ habitat }) => habitat?.id))).toEqual(new Set(['LowlandMeadows']))
    expect(habitats.map(({ condition }) => condition)).toContain('Good')
    // The published quartiles are 18,000 and 24,000 pounds, and the median is 22,000.
    expect(chance).toMatchObject({ asked: 19_000, buyersPaying: { atLeast: 0.5, atMost: 0.75 }, tried: [] })
  })

  it('understands everyday words for a habitat', async () => {
    for (const [typed, habitat] of [
      ['maize', 'CerealCrops'],
      ['Pasture', 'ModifiedGrassland'],
      ['hay', 'ModifiedGrassland'],
      ['sugar beet', 'NonCerealCrops'],
    ] as const)
      expect((await land({ ...FIELD, now: typed })).now.id, typed).toBe(habitat)
  })

  it('refuses nonsense with a sentence and an example', async () => {
    const refused = (over: Query) => refusal({ ...FIELD, ...over }, 'land')
    expect(await refused({ place: 'Atlantis' })).toContain('such as Taunton')
    expect(await refused({ hectares: 'big' })).toContain('such as 6.5')
    expect(await refused({ now: 'lawn' })).toContain('such as Cereal crops')
    expect(await refused({ now: '' })).toContain('such as Cereal crops')
    expect(await refused({ price: 'much' })).toContain('such as 20,000')
    expect(
      await refused({ now: 'Lowland meadows', condition: 'Good', habitat: 'Modified grassland' }),
    ).toContain('gives no units for turning')
  })

  it('has a page with the same figures, complete without scripts', async () => {
    const empty = await page('/desk/land')
    expect(empty).toContain('What your land can earn')
    expect(empty).toMatch(/When is the next round\?[^]*Somerset[^]*Round 2<\/a>/)
    const body = await page(`/desk/land?${new URLSearchParams({ ...FIELD, price: '19000' })}`)
    const { options } = await land(FIELD)
    const pounds = (amount: number) => `£${amount.toLocaleString('en-GB')}`
    const { income } = options[0]!
    expect(body).toContain(`${pounds(income!.low)} to ${pounds(income!.high)}`)
    expect(body).toContain('50% to 75%')
    expect(body).toContain('No match with habitats is published for this place')
    expect(await page('/desk/land?place=TA1+1AA&hectares=big&now=lawn')).toContain(
      'href="#hectares">Enter the area',
    )
  })
})

it('estimates replayed on all settled rounds of the demonstration hold the price paid in 8 of 10 purchases', async () => {
  const { db } = market.runtime.store
  const { cells } = await readPublicPrices(db, englishDayOf(market.runtime.now()))
  const rounds = await readPublicRounds(db)
  const purchases = await db.selectFrom('settledPurchase').selectAll().execute()
  const replayed = purchases.flatMap(({ creditType, areaId, roundId, units, payment }) => {
    const round = rounds.find(({ id }) => id === roundId)!
    const area = areaId === null ? [] : [{ id: areaId, name: areaId }]
    const estimate = estimatePriceAtPlace(cells, rounds, {
      creditType,
      place: {
        ...{ label: '', nca: null, catchments: [] },
        lpa: isNutrient(creditType) ? null : (area[0] ?? null),
        subcatchments: isNutrient(creditType) ? area : [],
      },
      on: addDays(englishDayOf(round.settledAt!), -1),
    })
    const price = pricePerUnit(payment, [{ creditType, units }])
    if (!estimate || typeof price !== 'number') return []
    return [{ roundId, holds: penceOf(estimate.low) <= price && price <= penceOf(estimate.high) }]
  })
  expect(new Set(replayed.map(({ roundId }) => roundId))).toEqual(new Set(['RD-SOM-0', 'RD-SOL-B']))
  expect(replayed).toHaveLength(10)
  expect(replayed.filter(({ holds }) => holds).length).toBeGreaterThanOrEqual(8)
})

it('one address can ask for 60 estimates a minute, and reads other pages meanwhile', async () => {
  const query = { place: 'Taunton', biodiversity: '1' }
  const statuses = []
  for (let nth = 0; nth <= 60; nth += 1) statuses.push((await send('need', query)).status)
  expect(statuses.at(-1)).toBe(429)
  expect(await page('/desk/land')).toContain('What your land can earn')
})
