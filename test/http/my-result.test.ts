import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeView } from '#contract/desk/home'
import type { MatchReview } from '#contract/round/match'
import type { ListPage } from '#contract/kit/resource'
import type { ResultView } from '#contract/round/result'
import { update } from '#actions/kit/changes'
import { createEffectContext } from '../store/samples.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorld, type World } from './world.ts'

const taking = (organisationId: string, capacity: 'Supplier' | 'Buyer') =>
  sampleRow('participation', {
    id: `${organisationId}-settled`,
    organisationId,
    roundId: 'settled',
    capacity,
    status: 'Registered',
  })
const authority = (id: string, clientId: string) =>
  sampleRow('agentAuthority', { id, roundId: 'settled', clientId, agentId: 'agency' })

let settled: World
let matched: World
beforeAll(async () => {
  const more = [
    ...[taking('farm', 'Supplier'), taking('estate', 'Supplier'), taking('builder', 'Buyer')],
    ...[authority('auth-7', 'farm'), authority('auth-8', 'builder')],
  ]
  settled = await startWorld(...matchedRound('Settled'), ...more)
  matched = await startWorld(...matchedRound('Matched'), ...more)
})
afterAll(async () => {
  await settled.close()
  await matched.close()
})

const RESULT = '/api/round/settled/result'
const read = async <T>(who: string, url: string, world = settled): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const status = async (who: string | null, url: string, world = settled) =>
  (await world.ask(who, url)).statusCode

describe('the result of an organisation', () => {
  it('is as at the date in London, where it is tomorrow before midnight in UTC', async () => {
    const { now } = settled.clock
    settled.clock.now = '2026-06-01T23:30:00.000Z'
    expect(await read<ResultView>('fay', RESULT)).toMatchObject({ on: '2026-06-02' })
    settled.clock.now = now
  })

  it('shows a supplier what it won and receives, why, and what happens next', async () => {
    const result = await read<ResultView>('fay', RESULT)
    expect(result).toMatchObject({
      sentences: [
        'You won with 1 of 1 project.',
        'You receive £155,000.00: £145,000.00 for you, £10,000.00 for the market operator and £0.00 for monitoring.',
      ],
      organisation: { id: 'farm' },
      organisations: [{ id: 'farm' }],
      on: '2026-06-01',
      ...{ bids: 0, offers: 100_000, costs: 10_000, share: 45_000, payment: -155_000 },
    })
    expect(result.items).toMatchObject([
      {
        ...{ of: 'project', id: 'old-sedge', won: true, amount: 100_000, pricePerUnit: 38_750 },
        units: [
          {
            ...{ creditType: 'NutrientMitigationPhosphorous', units: 4 },
            unitsPerPeriod: [{ start: '2026-01-01', end: null, units: 4 }],
          },
        ],
        counterparties: { projects: 0, buyers: 1, investors: 0 },
      },
    ])
    expect(result.items[0]?.steps.map(({ state, by }) => [state, by])).toEqual([
      ['now', 'operator'],
      ['later', 'operator'],
      ['later', 'operator'],
    ])
  })

  it('shows a buyer what it pays and by when it redeems', async () => {
    const result = await read<ResultView>('bob', RESULT)
    expect(result.sentences).toEqual(['You won with 1 of 1 credit requirement.', 'You pay £155,000.00.'])
    expect(result).toMatchObject({ bids: 200_000, share: 45_000, payment: 155_000 })
    expect(result.items[0]?.steps.at(-1)).toMatchObject({
      by: 'owner',
      day: expect.any(String),
      state: 'later',
    })
  })

  it('shows a loser the reason, the offer that would have tied, and which rounds fit', async () => {
    const result = await read<ResultView>('eve', RESULT)
    expect(result.sentences).toEqual(['You did not win this time.'])
    expect(result.items).toMatchObject([{ won: false, reason: 'price', critical: 100_000, payment: 0 }])
    expect(JSON.stringify(result)).not.toContain('farm')
  })

  it('lets an agent choose among its clients, and no one else', async () => {
    const first = await read<ResultView>('amy', RESULT)
    expect(first.organisations.map(({ id }) => id)).toEqual(['builder', 'farm'])
    const farm = await read<ResultView>('amy', `${RESULT}?organisationId=farm`)
    expect(farm.sentences).toEqual([
      'The farm won with 1 of 1 project.',
      'The farm receives £155,000.00: £145,000.00 for itself, £10,000.00 for the market operator and £0.00 for monitoring.',
    ])
    expect(await status('amy', `${RESULT}?organisationId=estate`)).toBe(404)
  })

  it('is visible to the operator for every organisation, also before the match is accepted', async () => {
    const { organisations } = await read<ResultView>('olga', RESULT)
    expect(organisations.map(({ id }) => id)).toEqual(['builder', 'estate', 'farm'])
    const early = await read<ResultView>('olga', `${RESULT}?organisationId=farm`, matched)
    expect(early.payment).toBe(-155_000)
  })

  it('says who receives the money wherever an amount received is shown', async () => {
    const proceeds = { supplier: 145_000, maintenance: 0, marketOperator: 10_000, monitoring: 0 }
    const own = await read<ResultView>('fay', RESULT)
    expect(own).toMatchObject({ proceeds, items: [{ proceeds }] })
    expect(await read('fay', '/api/home')).toMatchObject({
      results: [{ proceeds }],
      standings: [{ proceeds }],
    })
    expect(await read('fay', '/api/project/old-sedge')).toMatchObject({ proceeds, result: { proceeds } })
    expect(await read('fay', '/api/projects?marketRoundId=settled')).toMatchObject({ items: [{ proceeds }] })
    expect(await read('fay', '/api/organisation/farm')).toMatchObject({ results: [{ proceeds }] })
    const review = await read<MatchReview>('olga', '/api/round/settled/match-review', matched)
    expect(review.projects.map(one => one.proceeds)).toEqual([proceeds, null])
    expect(await read('bob', RESULT)).toMatchObject({ proceeds: null, items: [{ proceeds: null }] })
  })

  it('is hidden from others, and from its owner before the match is accepted', async () => {
    for (const who of ['rex', 'sue']) expect([who, await status(who, RESULT)]).toEqual([who, 404])
    expect(await status('fay', `${RESULT}?organisationId=builder`)).toBe(404)
    expect(await status(null, RESULT)).toBe(401)
    for (const who of ['fay', 'amy']) expect([who, await status(who, RESULT, matched)]).toEqual([who, 404])
  })
})

describe('the statement of a result', () => {
  it('as CSV has a header, every item, and sums to the penny', async () => {
    const { body, headers } = await settled.ask('fay', `${RESULT}?format=csv`)
    expect(headers['content-disposition']).toBe('attachment; filename="result-the-farm-round-0.csv"')
    for (const part of ['Market,Levels', 'Market round,Round 0', 'Organisation,The farm', 'As at,1 Jun 2026'])
      expect(body).toContain(part)
    expect(body).toContain(
      'Project,old-sedge,Won,Matched,4.00 kg of phosphorus a year (4.00 from 1 Jan 2026),38750.00,1 buyer,100000.00',
    )
    expect(body).toMatch(
      /Total of winning items,.*,100000\.00,10000\.00,110000\.00,45000\.00,155000\.00,145000\.00,10000\.00,0\.00,0\.00/,
    )
  })

  it('as a page is self-contained, and no name in it becomes markup', async () => {
    await settled.store.transaction(tx =>
      tx.apply([update('organisation', { id: 'farm' }, { name: 'The <b>farm' })], createEffectContext()),
    )
    const { body, headers } = await settled.ask('fay', `${RESULT}?format=html`)
    await settled.store.transaction(tx =>
      tx.apply([update('organisation', { id: 'farm' }, { name: 'The farm' })], createEffectContext()),
    )
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain('You receive £155,000.00: £145,000.00 for you,')
    expect(body).toContain('<td>Received for the market operator</td><td class="n">£10,000.00</td>')
    expect(body).not.toMatch(/<b>|<script|src=|href=/)
  })
})

describe('results on other pages', () => {
  it('stay on the home page of the owner and its agent until each dismisses them', async () => {
    const told = async (who: string) =>
      (await read<HomeView>(who, '/api/home')).results.map(one => [one.organisation.id, one.payment])
    expect(await told('fay')).toEqual([['farm', -155_000]])
    expect(await told('amy')).toEqual(
      expect.arrayContaining([
        ['builder', 155_000],
        ['farm', -155_000],
      ]),
    )
    expect([await told('rex'), await told('olga'), await told('sue')]).toEqual([[], [], []])
    const dismiss = (who: string, organisationId: string) =>
      settled.ask(who, `${RESULT}/dismiss`, { method: 'POST', payload: { organisationId } })
    for (const times of [1, 2])
      expect([times, (await dismiss('amy', 'farm')).statusCode]).toEqual([times, 204])
    expect((await dismiss('amy', 'estate')).statusCode).toBe(404)
    expect(await told('amy')).toEqual([['builder', 155_000]])
    expect(await told('fay')).toEqual([['farm', -155_000]])
    expect((await read<ResultView>('amy', `${RESULT}?organisationId=farm`)).isDismissed).toBe(true)
  })

  it('show amounts received and paid next to offers and bids in lists, to permitted readers', async () => {
    const projects = async (who: string) =>
      (
        await read<ListPage<{ id: string; offer: number; receives: number; receivesPerUnit: number }>>(
          who,
          '/api/projects?marketRoundId=settled',
        )
      ).items.map(({ id, offer, receives, receivesPerUnit }) => [id, offer, receives, receivesPerUnit])
    expect(await projects('fay')).toEqual([['old-sedge', 100_000, 155_000, 38_750]])
    expect(await projects('eve')).toEqual([['old-reed', 190_000, null, null]])
    expect(await projects('sue')).toEqual([
      ['old-reed', null, null, null],
      ['old-sedge', null, null, null],
    ])
    expect(await read('bob', '/api/requirements?marketRoundId=settled')).toMatchObject({
      items: [{ id: 'old-homes', bid: 200_000, pays: 155_000, paysPerUnit: 38_750 }],
    })
    expect((await settled.ask('fay', '/api/projects?format=csv')).body).toContain(
      'Receives (GBP),Supplier receives (GBP),Market operator receives (GBP),Monitoring costs received (GBP)',
    )
    expect(
      (await matched.ask('olga', '/api/projects?marketRoundId=settled')).json<ListPage<{ receives: null }>>()
        .items[0]?.receives,
    ).toBeNull()
  })

  it('show units won next to the amounts received and paid in lists, to the same readers', async () => {
    type Row = { id: string; won?: unknown }
    const won = async (who: string, list: string) =>
      (await read<ListPage<Row>>(who, `/api/${list}?marketRoundId=settled`)).items.map(row => row.won)
    const four = [{ creditType: 'NutrientMitigationPhosphorous', units: 4 }]
    expect(await won('fay', 'projects')).toEqual([four])
    expect(await won('bob', 'requirements')).toEqual([four])
    expect(await won('eve', 'projects')).toEqual([undefined])
    expect(await won('sue', 'projects')).toEqual([undefined, undefined])
  })

  it('have a download column for units won, one per credit type for projects', async () => {
    const cells = async (who: string, list: string, row: string) => {
      const { body } = await settled.ask(who, `/api/${list}?marketRoundId=settled&format=csv`)
      const its = parse<Record<string, string>>(body, { bom: true, columns: true }).find(
        record => Object.values(record)[0] === row,
      )
      return Object.entries(its ?? {}).filter(([heading]) => heading.endsWith(' won'))
    }
    const projects = (phosphorous: string) => [
      ['Biodiversity units won', ''],
      ['Nitrogen credits won', ''],
      ['Phosphorous credits won', phosphorous],
    ]
    expect(await cells('fay', 'projects', 'old-sedge')).toEqual(projects('4'))
    expect(await cells('eve', 'projects', 'old-reed')).toEqual(projects(''))
    expect(await cells('sue', 'projects', 'old-sedge')).toEqual(projects(''))
    expect(await cells('bob', 'requirements', 'old-homes')).toEqual([['Units won', '4']])
  })

  it('are on an organisation’s page for permitted readers', async () => {
    const results = async (who: string) =>
      (await read<{ results: { payment: number }[] }>(who, '/api/organisation/farm')).results.map(
        ({ payment }) => payment,
      )
    expect([await results('fay'), await results('olga'), await results('amy')]).toEqual([
      [-155_000],
      [-155_000],
      [-155_000],
    ])
  })

  it('stay with a project that registers again', async () => {
    await settled.store.transaction(tx =>
      tx.apply(
        [update('project', { id: 'old-reed' }, { roundId: 'bidding', offer: null })],
        createEffectContext(),
      ),
    )
    const seen = async (who: string) =>
      read<{ result: null; earlierResults: object[] }>(who, '/api/project/old-reed')
    for (const who of ['eve', 'olga'])
      expect(await seen(who)).toMatchObject({
        result: null,
        earlierResults: [{ round: { id: 'settled' }, result: { won: false, critical: 100_000 } }],
      })
    expect((await seen('sue')).earlierResults).toEqual([])
    expect((await read<ResultView>('eve', RESULT)).items).toMatchObject([
      { id: 'old-reed', steps: [], rounds: [] },
    ])
  })
})
