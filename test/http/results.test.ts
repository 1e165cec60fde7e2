import type { BalanceSheet } from '#contract/balance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  it('the results of a round are for the operator alone until the round is settled', async () => {
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

  it('the results of a round tell the operator everything, and to a penny', async () => {
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

  it('after settlement the results tell each owner its own, and nothing of what would have won', async () => {
    const { result } = await read<{ result: object }>(settled, 'fay', '/api/project/old-sedge')
    expect(result).toMatchObject({
      won: true,
      value: 110_000,
      share: 45_000,
      payment: -155_000,
      percent: 100,
    })
    expect(result).not.toHaveProperty('critical')
    const match = await read<{ organisations: { id: string }[]; surplus: number }>(
      settled,
      'fay',
      '/api/round/settled/match',
    )
    expect(match.organisations.map(one => one.id)).toEqual(['farm'])
    expect(match.surplus).toBe(90_000)
  })

  it('after settlement too the results keep the amounts of others from everybody but the operator', async () => {
    for (const who of ['fay', 'eve', 'bob', 'sue']) {
      const { body } = await settled.ask(who, '/api/round/settled/unmatched-projects')
      expect([who, body.includes('old-reed')]).toEqual([who, who === 'eve'])
      expect([who, await status(settled, who, '/api/round/settled/match-review')]).toEqual([who, 404])
      expect([who, await status(settled, who, '/api/round/settled/match?format=audit')]).toEqual([who, 404])
    }
    const seen = await read<{ result: unknown; offer: unknown }>(settled, 'sue', '/api/project/old-sedge')
    expect([seen.result, seen.offer]).toEqual([null, null])
  })

  it('the results of a round leave credits with those who supply or need them', async () => {
    const credits = async (who: string) => (await read<{ total: number }>(settled, who, '/api/credits')).total
    expect([await credits('olga'), await credits('fay'), await credits('bob'), await credits('eve')]).toEqual(
      [4, 4, 1, 0],
    )
    expect(await status(settled, 'eve', '/api/credit/sold')).toBe(404)
    expect(await status(settled, 'bob', '/api/credit/sold')).toBe(200)
  })

  it('the results tell a supplier what it sold and not to whom, by no filter, search or order', async () => {
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
  it('the registry of credits adds up by type and holding what its filters select, the reserve apart', async () => {
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

  it('the registry of credits shows the reserve by itself, and no other credit as reserved', async () => {
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
