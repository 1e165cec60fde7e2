import { expect, it } from 'vitest'
import { readMarketFile } from '@credit-market/matching/formats/read-market'
import { solve } from '@credit-market/matching/solve'
import { penceOf } from '@credit-market/values/money'
import { sumMoneyPosition } from '#domain/money/position'
import { listSettlementPostings } from '#domain/money/settlement-postings'
import file from '../../packages/matching/test/vectors/market-vectors.json' with { type: 'json' }

it.each(file.market.map(({ id, title, problem, expected }) => ({ id, title, problem, expected })))(
  'the books of case $id have the published payment of each organisation: $title',
  async ({ problem: given, expected }) => {
    const problem = readMarketFile(given)
    const solution = await solve(problem)
    const postings = listSettlementPostings({ problem, solution })
    const payments = expected.payments as Readonly<Record<string, number>>
    const paying = Object.keys(payments).filter(id => payments[id] !== 0)
    expect(new Set(postings.map(({ partyId }) => partyId))).toEqual(new Set(paying))
    for (const [id, pounds] of Object.entries(payments)) {
      const { pays, receivesNow, receivesLater, forOthers } = sumMoneyPosition(
        postings.filter(({ partyId }) => partyId === id),
      )
      expect(
        Math.abs(pays - receivesNow - receivesLater - forOthers - penceOf(pounds)),
        id,
      ).toBeLessThanOrEqual(1)
    }
    expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(postings.filter(({ purpose }) => purpose === 'suspense')).toEqual([])
  },
)
