import type { BalanceSheet, ProjectBalance } from '#contract/kit/balance'
import type { CreditRow } from '#contract/credit/credit'
import type { MatchView } from '#contract/round/match'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { update } from '#actions/kit/changes'
import { createEffectContext } from '../store/samples.ts'
import { matchedRound } from './settled.ts'
import { startWorld, type World } from './world.ts'

let settled: World
let matched: World
beforeAll(async () => {
  settled = await startWorld(...matchedRound('Settled'))
  matched = await startWorld(...matchedRound('Matched'))
})
afterAll(async () => {
  await settled.close()
  await matched.close()
})

const status = async (world: World, who: string, url: string) => (await world.ask(who, url)).statusCode
const read = async <T>(world: World, who: string, url: string): Promise<T> => {
  const answer = await world.ask(who, url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}

describe('the results of a round', () => {
  it('are for the operator alone until the round is settled', async () => {
    for (const path of ['match', 'match-review', 'unmatched-projects', 'unmatched-requirements'])
      for (const [who, expected] of [
        ['olga', 200],
        ['fay', 404],
        ['amy', 404],
        ['sue', 404],
      ] as const)
        expect([path, who, await status(matched, who, `/api/round/settled/${path}`)]).toEqual([
          path,
          who,
          expected,
        ])
    expect((await read<{ result: unknown }>(matched, 'fay', '/api/project/old-sedge')).result).toBeNull()
  })

  it('are complete for the operator, and exact to a penny', async () => {
    const review = await read<{
      match: { totalPaid: number; totalReceived: number; surplus: number; totals: object[] }
      projects: object[]
      requirements: object[]
      flows: object[]
    }>(matched, 'olga', '/api/round/settled/match-review')
    expect(review.match).toMatchObject({ surplus: 90_000, totalPaid: 155_000, totalReceived: 155_000 })
    expect(review.match.totals).toEqual([
      {
        creditType: 'NutrientMitigationPhosphorous',
        supplied: 10,
        demanded: 4,
        sold: 4,
        reserved: 0.6,
        periods: [{ start: '2026-01-01', end: null, supplied: 10, demanded: 4, sold: 4, reserved: 0.6 }],
      },
    ])
    expect(review.projects).toMatchObject([
      { id: 'old-sedge', amount: 100_000, costs: 10_000, value: 110_000, payment: -155_000, vcg: -200_000 },
      { id: 'old-reed', won: false, reason: 'price', critical: 100_000 },
    ])
    expect(review.flows).toMatchObject([{ units: 4, reserved: 0.6 }])
    expect(review.projects).toMatchObject([{ addedToOthers: 45_000 }, { addedToOthers: null }])
    expect(review.requirements).toMatchObject([{ id: 'old-homes', addedToOthers: null, bindingSupply: [] }])
    expect(await read(matched, 'olga', '/api/round/settled/match?format=audit')).toMatchObject({
      problem: { version: 1 },
      solution: { surplus: 9_000_000 },
    })
  })

  it('show each owner its own after settlement, and no sum that reveals another’s', async () => {
    const { result } = await read<{ result: object }>(settled, 'fay', '/api/project/old-sedge')
    expect(result).toMatchObject({
      won: true,
      value: 110_000,
      share: 45_000,
      payment: -155_000,
      percent: 100,
    })
    expect(result).toMatchObject({ critical: null, surplusOfRound: null, pricePerUnit: 38_750 })
    const match = await read<Pick<MatchView, 'organisations' | 'surplus' | 'totals'>>(
      settled,
      'fay',
      '/api/round/settled/match',
    )
    expect(match.organisations.map(one => one.id)).toEqual(['farm'])
    // No one else may know what a losing offer was, on any date.
    expect(match.totals).toMatchObject([
      { supplied: 5, demanded: 4, periods: [{ start: '2026-01-01', supplied: 5, demanded: 4 }] },
    ])
    expect(match).toMatchObject({ surplus: null, totalPaid: null, totalReceived: null, shareHalfWidth: null })
    expect(await read(settled, 'olga', '/api/round/settled/match')).toMatchObject({
      surplus: 90_000,
      totalPaid: 155_000,
    })
  })

  it('show a loser the amount at which it would have tied, unless the round restricts it to the operator', async () => {
    const told = async (who: string) => {
      const { result } = await read<{ result: { critical: number } }>(settled, who, '/api/project/old-reed')
      const { items } = await read<{ items: { critical: number }[] }>(
        settled,
        who,
        '/api/round/settled/unmatched-projects',
      )
      return [result.critical, items[0]?.critical]
    }
    expect([await told('eve'), await told('olga')]).toEqual([
      [100_000, 100_000],
      [100_000, 100_000],
    ])
    const telling = (tellsCriticalAmounts: boolean) =>
      settled.store.transaction(tx =>
        tx.apply([update('round', { id: 'settled' }, { tellsCriticalAmounts })], createEffectContext()),
      )
    await telling(false)
    expect([await told('eve'), await told('olga')]).toEqual([
      [null, null],
      [100_000, 100_000],
    ])
    await telling(true)
  })

  it('hide the amounts of others from everyone but the operator after settlement too', async () => {
    for (const who of ['fay', 'eve', 'bob', 'sue']) {
      const { body } = await settled.ask(who, '/api/round/settled/unmatched-projects')
      expect([who, body.includes('old-reed')]).toEqual([who, who === 'eve'])
      expect([who, await status(settled, who, '/api/round/settled/match-review')]).toEqual([who, 404])
      expect([who, await status(settled, who, '/api/round/settled/match?format=audit')]).toEqual([who, 404])
    }
    const seen = await read<{ result: unknown; offer: unknown }>(settled, 'sue', '/api/project/old-sedge')
    expect([seen.result, seen.offer]).toEqual([null, null])
    expect(seen).toMatchObject({ costs: null, costsAreWithheld: true })
  })

  it('leave credits with those who supply or need them', async () => {
    const credits = async (who: string) => (await read<{ total: number }>(settled, who, '/api/credits')).total
    expect([await credits('olga'), await credits('fay'), await credits('bob'), await credits('eve')]).toEqual(
      [4, 4, 1, 0],
    )
    expect(await status(settled, 'eve', '/api/credit/sold')).toBe(404)
    expect(await status(settled, 'bob', '/api/credit/sold')).toBe(200)
  })

  it('show a supplier what it sold but not to whom, through any filter, search or order', async () => {
    for (const query of ['q=homes', 'buyerId=builder', 'requirementId=old-homes'])
      expect([query, (await read<{ total: number }>(settled, 'fay', `/api/credits?${query}`)).total]).toEqual(
        [query, 0],
      )
    for (const query of ['q=homes', 'buyerId=builder', 'requirementId=old-homes', 'status=RightsCreated'])
      expect([query, (await read<{ total: number }>(settled, 'bob', `/api/credits?${query}`)).total]).toEqual(
        [query, 1],
      )
    const { body } = await settled.ask('fay', '/api/credits?sort=requirement')
    expect(body).not.toContain('homes')
  })
})

describe('the registry of credits', () => {
  it('adds up by type and holding for the current filters, with the reserve separate', async () => {
    const balance = (query: string) => read<BalanceSheet>(settled, 'olga', `/api/credits/balance?${query}`)
    const all = { unsold: 0.4, reserve: 0.6, rightsCreated: 4, rightsAllocated: 0, issued: 0, redeemed: 0 }
    expect((await balance('registry=true')).types).toMatchObject([
      { creditType: 'NutrientMitigationPhosphorous', credits: 3, onDay: { total: 5, ...all, retired: 0 } },
    ])
    expect((await balance('registry=true&creditStatus=Unused')).types[0]?.onDay).toMatchObject({
      total: 0.4,
      unsold: 0.4,
    })
    expect((await balance('registry=true&holding=reserve')).types[0]?.onDay.total).toBe(0.6)
    expect((await balance('registry=true&supplyType=additional')).types).toEqual([])
  })

  it('refuses an invalid date by name, wherever figures depend on one', async () => {
    for (const path of [
      '/api/credits',
      '/api/credits/balance',
      '/api/reserved-credits',
      '/api/projects',
      '/api/requirements',
      '/api/project/old-sedge',
      '/api/project/old-sedge/balance',
      '/api/requirement/old-homes/supply',
      '/api/round/settled/match-review',
      '/api/public/registry/projects',
      '/api/public/statistics',
    ])
      for (const day of ['2026-02-30', 'tomorrow', '0001-01-01', '2026-1-1']) {
        const answer = await settled.ask('olga', `${path}?on=${day}`)
        expect([path, answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
          path,
          400,
          'Unknown query value: on must be a date such as 2026-11-22',
        ])
      }
  })

  it('states the date of its figures: the requested one, or today in London', async () => {
    for (const path of ['/api/credits', '/api/projects', '/api/credits/balance', '/api/credit/sold']) {
      expect(await read(settled, 'olga', path)).toMatchObject({ on: '2026-06-01' })
      expect(await read(settled, 'olga', `${path}?on=2025-12-31`)).toMatchObject({ on: '2025-12-31' })
    }
    const before = await read<{ items: CreditRow[] }>(
      settled,
      'olga',
      '/api/credits?registry=true&on=2025-12-31',
    )
    expect(before.items.map(({ units }) => units)).toEqual([0, 0, 0])
  })

  it('names the supply of a requirement to its buyer after settlement, as the public register does', async () => {
    const supply = async (who: string, on: string) =>
      (await read<{ items: object[] }>(settled, who, `/api/requirement/old-homes/supply?on=${on}`)).items
    const item = {
      id: 'old-sedge-service',
      units: 4,
      unitsPerPeriod: [{ start: '2026-01-01', end: null, units: 4 }],
    }
    expect(await supply('olga', '2026-06-01')).toMatchObject([
      { ...item, project: { id: 'old-sedge' }, duration: 'Permanent' },
    ])
    const project = { id: 'old-sedge', name: 'old-sedge' }
    expect(await supply('bob', '2026-06-01')).toMatchObject([{ ...item, project }])
    expect(await supply('bob', '2025-06-01')).toMatchObject([{ ...item, units: 0, project }])
    expect(await read(settled, 'bob', '/api/credit/sold')).toMatchObject({ project })
    expect(await read(settled, 'bob', '/api/requirement/old-homes')).toMatchObject({ settled: [{ project }] })
    expect((await settled.ask(null, '/api/public/registry/projects/old-sedge')).json()).toMatchObject(project)
    expect(await status(settled, 'bob', '/api/project/old-sedge')).toBe(404)
  })

  it('lets a buyer sort and filter its credits by the named projects', async () => {
    const found = async (query: string) =>
      (await read<{ total: number }>(settled, 'bob', `/api/credits?${query}`)).total
    expect([
      await found('projectId=old-sedge'),
      await found('q=sedge'),
      await found('supplierId=farm'),
    ]).toEqual([1, 1, 0])
    const { body } = await settled.ask('bob', '/api/credits?sort=project')
    expect(body).toContain('old-sedge')
  })

  it('links to a reserved credit, in its list and alone', async () => {
    const links = { self: '/api/reserved-credit/reserved' }
    expect(await read(settled, 'olga', '/api/reserved-credit/reserved')).toMatchObject({ links })
    const { items } = await read<{ items: CreditRow[] }>(settled, 'olga', '/api/reserved-credits')
    expect(items.map(one => one.links)).toEqual([links])
    expect(await read(settled, 'olga', '/api/credit/reserved')).toMatchObject({
      links: { self: '/api/credit/reserved' },
    })
  })

  it('has a project’s balance sheet for permitted readers, and for anyone once it is published', async () => {
    const lines = { total: 5, unsold: 0.4, reserve: 0.6, rightsCreated: 4 }
    const { services, types } = await read<ProjectBalance>(settled, 'fay', '/api/project/old-sedge/balance')
    expect([types, services]).toMatchObject([[{ onDay: lines }], [{ id: 'old-sedge-service', onDay: lines }]])
    expect(await status(settled, 'eve', '/api/project/old-sedge/balance')).toBe(404)
    expect((await settled.ask(null, '/api/public/registry/projects/old-sedge/balance')).statusCode).toBe(200)
    for (const id of ['old-reed', 'sedge', 'none', '%00'])
      expect((await settled.ask(null, `/api/public/registry/projects/${id}/balance`)).statusCode).toBe(404)
    // Nothing is settled: all certified units are unsold.
    const before = await read<ProjectBalance>(settled, 'fay', '/api/project/sedge/balance?on=2028-01-01')
    expect(before.types.map(({ onDay }) => onDay.total === onDay.unsold && onDay.total > 0)).toEqual([true])
  })

  it('shows the reserve separately, and no other credit as reserved', async () => {
    const reserve = await read<{ items: { id: string; label: string }[] }>(
      settled,
      'olga',
      '/api/reserved-credits?creditType=NutrientMitigationPhosphorous',
    )
    expect(reserve.items.map(({ id, label }) => [id, label])).toEqual([['reserved', 'Reserved']])
    expect(await status(settled, 'olga', '/api/reserved-credit/reserved')).toBe(200)
    expect(await status(settled, 'olga', '/api/reserved-credit/sold')).toBe(404)
  })
})
