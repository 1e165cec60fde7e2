import { describe, expect, it } from 'vitest'
import file from '../test/vectors/market-vectors.json' with { type: 'json' }
import { readGenericBids } from './formats/read-bids.ts'
import { readMarketFile } from './formats/read-market.ts'
import { numberToFraction, fractionToNumber } from './pricing/fraction.ts'
import { roundSharesToPence } from './pricing/shares.ts'
import { solveGenericBids } from './solve-bids.ts'
import { solve } from './solve.ts'
import { solveWithBranchAndBound } from './solver/dense-program.ts'

type Amounts = Record<string, number>

const PENNY = 0.01 + 1e-9

const nearly = (found: Amounts, wanted: Amounts): boolean =>
  Object.keys({ ...found, ...wanted }).every(
    key => Math.abs((found[key] ?? NaN) - (wanted[key] ?? NaN)) <= PENNY,
  )

const expectNearly = (found: Amounts, wanted: Amounts): void => {
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(wanted).toSorted())
  for (const [key, value] of Object.entries(wanted))
    expect(Math.abs(found[key]! - value), key).toBeLessThanOrEqual(PENNY)
}

interface BidsExpected {
  surplus: number
  winningFractions: Record<string, number[]>
  bwcShares: Amounts
  bwcPayments: Amounts
  vcgShares: Amounts
  alternativeOptimalWinnerSets?: { bwcShares: Amounts }[]
}

describe('the generic bids format', () => {
  it.each(
    file.simple.map(({ id, title, problem, tie, expected }) => ({ id, title, problem, tie, expected })),
  )('gives the worked result of case $id: $title', ({ problem, tie, expected: given }) => {
    const expected = given as unknown as BidsExpected
    const market = readGenericBids(problem)
    const { surplus, fractions, priced } = solveGenericBids(market, request =>
      solveWithBranchAndBound(request),
    )
    const amounts = (of: (share: (typeof priced.shares)[number]) => number): Amounts =>
      Object.fromEntries(priced.shares.map(share => [market.program.players[share.player]!, of(share) / 100]))
    const shares = amounts(({ share }) => fractionToNumber(share))
    expect(surplus / 100).toBeCloseTo(expected.surplus, 4)
    if (tie) {
      const alternatives = [
        expected.bwcShares,
        ...(expected.alternativeOptimalWinnerSets ?? []).map(set => set.bwcShares),
      ]
      expect(alternatives.some(alternative => nearly(shares, alternative))).toBe(true)
      return
    }
    expectNearly(shares, expected.bwcShares)
    expectNearly(
      amounts(({ value, share }) => value - fractionToNumber(share)),
      expected.bwcPayments,
    )
    expectNearly(
      amounts(({ marginal }) => marginal),
      expected.vcgShares,
    )
    expect([...fractions.keys()].toSorted()).toEqual(Object.keys(expected.winningFractions).toSorted())
    for (const [name, parts] of fractions)
      parts.forEach((part, at) => expect(part).toBeCloseTo(expected.winningFractions[name]![at]!, 4))
  })
})

interface MarketExpected {
  surplus: number
  winningProjects: string[]
  winningRequirements: Amounts
  winningOngoingOnly: Amounts
  bwcShares: Amounts
  payments: Amounts
  vcgShares: Amounts
  criticalBids: Record<string, number | null>
  criticalOffers: Record<string, number | null>
}

const criticals = (
  results: { id: string; won: boolean; critical: number | null }[],
): Record<string, number | null> =>
  Object.fromEntries(
    results
      .filter(({ won }) => !won)
      .map(({ id, critical }) => [id, critical === null ? null : critical / 100]),
  )

describe('the product market format', () => {
  it.each(file.market.map(({ id, title, problem, expected }) => ({ id, title, problem, expected })))(
    'gives the worked result of case $id: $title',
    async ({ problem, expected: given }) => {
      const expected = given as unknown as MarketExpected
      const solution = await solve(readMarketFile(problem))
      const won = solution.requirements.filter(result => result.won)
      const parts = (ongoingOnly: boolean): Amounts =>
        Object.fromEntries(
          won.filter(r => r.ongoingOnly === ongoingOnly).map(({ id, fraction }) => [id, fraction / 10_000]),
        )
      const amounts = (lines: typeof solution.organisations, of: 'share' | 'payment'): Amounts =>
        Object.fromEntries(lines.map(line => [line.organisationId, line[of] / 100]))
      expect(solution.surplus).toBe(Math.round(expected.surplus * 100))
      expect(solution.projects.filter(project => project.won).map(({ id }) => id)).toEqual(
        expected.winningProjects,
      )
      expectNearly(parts(false), expected.winningRequirements)
      expectNearly(parts(true), expected.winningOngoingOnly)
      expectNearly(amounts(solution.organisations, 'share'), expected.bwcShares)
      expectNearly(amounts(solution.organisations, 'payment'), expected.payments)
      expectNearly(
        Object.fromEntries(
          solution.comparison.vcg.map(({ organisationId, share }) => [organisationId, share / 100]),
        ),
        expected.vcgShares,
      )
      expect(criticals(solution.requirements)).toEqual(expected.criticalBids)
      expect(criticals(solution.projects)).toEqual(expected.criticalOffers)
    },
  )
})

describe('rounding to pence', () => {
  it.each(
    file.rounding.map(({ id, title, surplusPence, exactShares, expectedPence }) => ({
      id,
      title,
      surplusPence,
      exactShares,
      expectedPence,
    })),
  )('gives the worked result of case $id: $title', ({ surplusPence, exactShares, expectedPence }) => {
    const exact = new Map(
      Object.entries(exactShares as Amounts).map(([id, pounds]) => [id, numberToFraction(pounds * 100)]),
    )
    expect(Object.fromEntries(roundSharesToPence(exact, surplusPence))).toEqual(expectedPence)
  })
})
