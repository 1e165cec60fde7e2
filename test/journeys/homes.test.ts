import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, englishDayOf } from '@credit-market/values/dates'
import type { HomeView } from '#contract/desk/home'
import { expectActionableHomes } from '../builders/homes.ts'
import {
  openMatchedRound,
  openSecondRound,
  SECOND_ROUND,
  SOLENT_ROUND,
  SOMERSET_ROUND,
  widenSecondRound,
} from '../builders/rounds.ts'
import { demonstration } from '../builders/templates.ts'
import { type World, world } from '../builders/world.ts'

const ROUNDS = ['RD-SOM-0', SOMERSET_ROUND.id ?? '', SOLENT_ROUND.id ?? '', SECOND_ROUND.id ?? '']

const itemsOf = async (market: World, who: string) => (await market.as(who).get<HomeView>('/api/home')).next

describe('the home pages of the demonstration market', () => {
  let market: World
  beforeAll(async () => {
    market = await world({ from: demonstration })
  })
  afterAll(() => market.close())

  it('list only items that their readers can act on', () =>
    expectActionableHomes({ ...market, now: market.runtime.now }, ROUNDS))

  it('give an agent one row for each client, tasks by stage, and the next dates of all; others get none', async () => {
    const home = await market.as('cass').get<HomeView>('/api/home')
    const names = home.clientTasks.map(({ client }) => client.name)
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size).toBe(names.length)
    const tasks = home.clientTasks.flatMap(one => one.tasks)
    expect(tasks.map(({ stage }) => stage)).toContain('bid')
    for (const { client, tasks: its } of home.clientTasks)
      for (const { text } of its) expect(text).not.toContain(client.name)
    const today = englishDayOf(market.runtime.now())
    const days = home.dates.map(({ day }) => day)
    expect(days.length).toBeGreaterThan(0)
    expect(days).toEqual(days.toSorted())
    expect(days.every(day => day >= today && day <= addDays(today, 90))).toBe(true)
    for (const other of ['operator', 'larkhanger.su02']) {
      const { clientTasks, dates } = await market.as(other).get<HomeView>('/api/home')
      expect([clientTasks, dates]).toEqual([[], []])
    }
  })

  it('count no work for things that are too late in their round', async () => {
    const texts = (await itemsOf(market, 'operator')).map(({ text }) => text)
    // In Somerset one is registered and one waits for screening, but the round has closed for bids and offers.
    expect(texts.filter(text => text.includes('screening'))).toEqual([])
  })

  it('ask everyone who can for registrations in a newly open round, from their first date on', async () => {
    await openSecondRound(market)
    await expectActionableHomes({ ...market, now: market.runtime.now }, ROUNDS)
  })
})

describe('the home pages around a settlement', () => {
  let market: World
  beforeAll(async () => {
    market = await world({ from: openMatchedRound })
  })
  afterAll(() => market.close())

  it('list only possible actions, before and after a match is accepted', async () => {
    const place = { ...market, now: market.runtime.now }
    await expectActionableHomes(place, [SOMERSET_ROUND.id ?? ''])
    await market.as('operator').does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
    await expectActionableHomes(place, ROUNDS)
  })

  it('advise an unsuccessful project only about rounds that accept it', async () => {
    const again = async () =>
      (await itemsOf(market, 'withybank.su11')).filter(({ action }) => action === 'Reregister')
    await openSecondRound(market)
    expect(await again()).toEqual([])
    await widenSecondRound(market)
    const takes = 'Solent Nitrogen Market (demonstration), Round 2 could accept it: join that round first'
    expect(await again()).toEqual([
      expect.objectContaining({
        on: { kind: 'project', id: 'P124' },
        missing: 'Not registered as a supplier in any open market rounds',
        blockedBy: [
          {
            ...{ text: takes, whose: 'you', action: 'RegisterAsParticipant' },
            on: { kind: 'round', id: SECOND_ROUND.id },
          },
        ],
      }),
    ])
    await expectActionableHomes({ ...market, now: market.runtime.now }, ROUNDS)
  })
})
