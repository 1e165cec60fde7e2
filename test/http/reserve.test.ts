import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReserveSheet } from '#contract/public/public-reserve'
import { isOnDay } from '#domain/case/unit-blocks'
import { toUnits } from '@credit-market/values/units'
import { utcDayOf } from '@credit-market/values/dates'
import { world, type World } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world({ works: false })
})
afterAll(() => market.close())

const sheet = async (): Promise<ReserveSheet> => {
  const answer = await fetch(`${market.url}/api/public/registry/reserve`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as ReserveSheet
}

describe('the public figure of the reserve', () => {
  it('counts for every market and type what the credits say, row by row', async () => {
    const { read } = market.store
    const [credits, rounds, failures, replacements] = await Promise.all([
      read.list('credit', {}),
      read.list('round', {}),
      read.list('unitFailure', { endedAt: null }),
      read.list('unitReplacement', { endedAt: null }),
    ])
    const { on, items } = await sheet()
    expect(on).toBe(utcDayOf(market.runtime.now()))
    expect(items.length).toBeGreaterThan(1)
    const isNow = (one: { startDay: string; endDay: string | null }) =>
      isOnDay({ start: one.startDay, end: one.endDay }, on)
    for (const { market: of, creditType, reserve, outstanding, largestProject, covered } of items) {
      const own = credits.filter(
        one => one.type === creditType && rounds.find(({ id }) => id === one.roundId)?.marketId === of.id,
      )
      const free = new Map<string, number>()
      const relied = new Map<string, number>()
      for (const one of own.filter(({ status }) => !['Draft', 'None', 'Bid'].includes(status))) {
        const held = one.unitsPerPeriod
          .filter(period => isOnDay(period, on))
          .reduce((sum, { units }) => sum + units, 0)
        const sizes = (some: readonly { creditId: string; firstUnit: number; lastUnit: number }[]) =>
          some
            .filter(({ creditId }) => creditId === one.id)
            .reduce((sum, { firstUnit, lastUnit }) => sum + lastUnit - firstUnit + 1, 0)
        const [failed, lent] = [sizes(failures.filter(isNow)), sizes(replacements.filter(isNow))]
        const add = (to: Map<string, number>, units: number) =>
          to.set(one.projectId, (to.get(one.projectId) ?? 0) + units)
        if (one.requirementId !== null) add(relied, held - failed)
        else add(relied, lent)
        if (one.isReserved && one.status !== 'Retired') add(free, held - failed - lent)
      }
      const sum = (some: Map<string, number>) => [...some.values()].reduce((all, units) => all + units, 0)
      expect([creditType, toUnits(reserve), toUnits(outstanding)]).toEqual([
        creditType,
        sum(free),
        sum(relied),
      ])
      expect(toUnits(largestProject)).toBe(Math.max(0, ...relied.values()))
      expect(covered).toBeLessThanOrEqual(Math.min(reserve, largestProject))
    }
  })

  it('stands on the page of the balance sheet, with what it means', async () => {
    const text = await (await fetch(`${market.url}/register/balance`)).text()
    expect(text).toContain('How far the reserve goes')
    for (const { market: of } of (await sheet()).items) expect(text).toContain(of.name)
  })
})
