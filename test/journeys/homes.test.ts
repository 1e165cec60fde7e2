import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeView } from '#contract/home'
import { expectHonestHomes } from '../builders/homes.ts'
import {
  matchedRound,
  openSecondRound,
  SECOND,
  SOLENT,
  SOMERSET,
  widenSecondRound,
} from '../builders/rounds.ts'
import { demonstration } from '../builders/templates.ts'
import { type World, world } from '../builders/world.ts'

const ROUNDS = ['RD-SOM-0', SOMERSET.id ?? '', SOLENT.id ?? '', SECOND.id ?? '']

const itemsOf = async (market: World, who: string) => (await market.as(who).get<HomeView>('/api/home')).next

describe('the homes of the demonstration market', () => {
  let market: World
  beforeAll(async () => {
    market = await world({ from: demonstration })
  })
  afterAll(() => market.close())

  it('nobody’s to-do list holds an item that they cannot act on', () =>
    expectHonestHomes({ ...market, now: market.runtime.now }, ROUNDS))

  it('things for which it is too late in their round are counted among no work', async () => {
    const texts = (await itemsOf(market, 'operator')).map(({ text }) => text)
    // Of Somerset one is registered and one waits for screening, but the round has closed for bids and offers.
    expect(texts.filter(text => text.includes('screening'))).toEqual([])
  })

  it('a round that opens asks for what can be registered, from its day on, of those who can', async () => {
    await openSecondRound(market)
    await expectHonestHomes({ ...market, now: market.runtime.now }, ROUNDS)
  })
})

describe('the homes around a settlement', () => {
  let market: World
  beforeAll(async () => {
    market = await world({ from: matchedRound })
  })
  afterAll(() => market.close())

  it('before and after a match is accepted, every item of everybody can be acted on', async () => {
    const place = { ...market, now: market.runtime.now }
    await expectHonestHomes(place, [SOMERSET.id ?? ''])
    await market.as('operator').does('AcceptMatch', SOMERSET, { confirmed: true })
    await expectHonestHomes(place, ROUNDS)
  })

  it('a project that came to nothing is advised to take part in a round only where that takes it', async () => {
    const again = async () =>
      (await itemsOf(market, 'withybank.su11')).filter(({ action }) => action === 'Reregister')
    await openSecondRound(market)
    expect(await again()).toEqual([])
    await widenSecondRound(market)
    const takes = 'Solent Nitrogen Market (demonstration), Round 2 takes it: take part in it first'
    expect(await again()).toEqual([
      expect.objectContaining({
        on: { kind: 'project', id: 'P124' },
        missing: 'Not registered as a supplier in any open market rounds',
        blockedBy: [
          {
            ...{ text: takes, whose: 'you', action: 'RegisterAsParticipant' },
            on: { kind: 'round', id: SECOND.id },
          },
        ],
      }),
    ])
    await expectHonestHomes({ ...market, now: market.runtime.now }, ROUNDS)
  })
})
