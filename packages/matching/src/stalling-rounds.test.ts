import { describe, expect, it } from 'vitest'
import { createStallingRound, type StallingFamily } from '../test/stalling-rounds.ts'
import { solve } from './solve.ts'

/** Far more than is needed, but less than a search through all that is alike would take. */
const SECONDS = 300

describe('rounds that one organisation makes hard', () => {
  it.each<[StallingFamily, number]>([
    ['equal', 30],
    ['equal', 100],
    ['equalOffers', 10],
    ['equalOffers', 100],
    ['even', 20],
    ['even', 30],
    ['proportional', 30],
    ['split', 30],
    ['split', 40],
  ])('are matched and priced exactly, with every critical price (%s, %i)', async (family, many) => {
    const problem = createStallingRound(family, many, 1)
    const solution = await solve(problem, { timeBudgetSeconds: SECONDS })
    expect(solution).toMatchObject({ proven: true, engine: { criticalPrices: null } })
    expect(new Set(solution.organisations.map(({ certainty }) => certainty))).toEqual(new Set(['exact']))
  })

  it('gives the earliest of equal bids the win', async () => {
    const problem = createStallingRound('equal', 100, 1)
    const requirements = problem.requirements.map((one, at) =>
      one.buyerId === 'X' ? { ...one, bidAt: `2026-10-02T09:00:00.${String(999 - at)}Z` } : one,
    )
    const won = (await solve({ ...problem, requirements }, { timeBudgetSeconds: SECONDS })).requirements
    const isWon = new Map(won.map(one => [one.id, one.won]))
    const ofX = requirements
      .filter(({ buyerId }) => buyerId === 'X')
      .toSorted((a, b) => (a.bidAt < b.bidAt ? -1 : 1))
    const wins = ofX.filter(({ id }) => isWon.get(id)).length
    expect(wins).toBeGreaterThan(0)
    expect(ofX.map(({ id }) => isWon.get(id))).toEqual(ofX.map((_, at) => at < wins))
  })
})
