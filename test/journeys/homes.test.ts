import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, englishDayOf } from '@credit-market/values/dates'
import type { Coverage } from '#contract/credit/coverage'
import type { HomeView } from '#contract/desk/home'
import type { RoundReadiness } from '#contract/round/readiness'
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
    expect(tasks.length).toBeGreaterThan(0)
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

  it('lead a planning officer from an application reference to what covers it, in its own area only', async () => {
    const ask = (who: string, reference: string) =>
      market.as(who).get<{ items: Coverage[] }>(`/api/coverage?${new URLSearchParams({ reference })}`)
    const [secured] = (await ask('lpa.somerset', ' demo/24/00509 /ful')).items
    expect(secured).toMatchObject({ requirement: { id: 'R509' }, verdict: 'secured' })
    expect(secured?.text).toMatch(/^Covered: yes, by [\d.,]+ biodiversity units from /)
    expect(secured?.paragraph).toContain(secured?.certificate?.number ?? 'no certificate')
    expect(secured?.paragraph).toContain(`/certificates/${secured?.certificate?.number}`)
    const verdictOf = async (reference: string) =>
      (await ask('lpa.somerset', reference)).items.map(({ verdict, paragraph }) => [verdict, paragraph])
    expect(await verdictOf('DEMO/26/00004/OUT')).toEqual([['reserved', null]])
    expect(await verdictOf('DEMO/26/00001/OUT')).toEqual([['notYet', null]])
    expect(await verdictOf('DEMO/21/00306/OUT')).toEqual([['ended', null]])
    expect(await verdictOf('DEMO/99/00000/OUT')).toEqual([])
    const meant = await market
      .as('lpa.somerset')
      .get<{ similar: string[] }>(`/api/coverage?${new URLSearchParams({ reference: '24/00509' })}`)
    expect(meant.similar).toEqual(['DEMO/24/00509/FUL'])
    const { recent } = await market.as('lpa.somerset').get<{ recent: string[] }>('/api/coverage')
    expect(recent).toHaveLength(3)
    for (const reference of recent) expect(await verdictOf(reference)).not.toEqual([])
    expect((await ask('lpa.winchester', 'DEMO/24/00509/FUL')).items).toEqual([])
  })

  it('let the operator see the public page and the emails of a draft round, and no one else', async () => {
    const preview = (what: string, who = 'operator') =>
      market.as(who).send(`/api/round/RD-SOL-2/preview/${what}`)
    const page = await preview('page')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.body).toMatch(/<title>Preview: Solent/)
    expect(page.body).toContain('Dates of')
    const email = await preview('openedEmail')
    expect(email.body).toMatch(/<title>Solent[^<]*: the market round is open for registration<\/title>/)
    expect(email.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await preview('estimateEmail')).body).toContain('This round fits your estimate')
    // The round has not been announced by its season.
    expect((await preview('plannedEmail')).status).toBe(404)
    expect((await preview('anything')).status).toBe(404)
    for (const who of ['larkhanger.su02', 'lpa.somerset', 'bram'])
      expect((await preview('page', who)).status).toBe(404)
    expect((await market.as('operator').send('/rounds/RD-SOL-2')).status).toBe(404)
  })

  it('lead the operator to a round that says what is ready and who has not finished, and others to neither', async () => {
    const operator = market.as('operator')
    const readiness = (id: string, who = 'operator') => market.as(who).send(`/api/round/${id}/readiness`)
    const draft = (await readiness('RD-SOL-2')).body as RoundReadiness
    expect(draft.steps.map(({ action, done }) => [action, done])).toEqual([
      [null, false],
      [null, true],
      ['SetRegistrationDates', true],
      ['SetReserveInfo', false],
      ['AddDeclaration', false],
      ['AnnouncePlan', false],
    ])
    expect(draft).toMatchObject({ unfinished: [], publicPage: null })
    const drafts = await operator.get<{ items: { id: string }[] }>(
      '/api/projects?marketRoundId=RD-SOM-2&status=Draft',
    )
    const open = (await readiness('RD-SOM-2')).body as RoundReadiness
    const items = open.unfinished.flatMap(one => one.items)
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(drafts.items.map(({ id }) => id)))
    expect(open.publicPage).toBe('/rounds/RD-SOM-2')
    expect((await readiness('RD-SOM-2', 'larkhanger.su02')).status).toBe(404)
    const settled = (await readiness('RD-SOM-0')).body as RoundReadiness
    expect([settled.steps, settled.unfinished]).toEqual([[], []])
  })

  it('lead to the form of a new round, which begins with the answers of the last round of its market', async () => {
    const form = await market.as('operator').form('CreateRound', { kind: 'market', id: 'MK-SOM' })
    const last = await market.store.read.one('round', 'RD-SOM-2')
    expect(form.values).toMatchObject({
      ...{ name: 'Round 3', services: last?.services, lpaIds: last?.lpaIds },
      ...{ subcatchmentIds: last?.subcatchmentIds, bidderType: last?.bidderType },
    })
    expect(form.values).not.toHaveProperty('suppliersStart')
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
