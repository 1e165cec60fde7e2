import { describe, expect, it } from 'vitest'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { BIDDER_TYPES } from '../round/round.ts'
import { fitsSavedEstimate, savedEstimateText } from './saved-estimate.ts'

/** Numbers from 0 to below 1 that are the same in each run. */
const drawn = (seed: number) => {
  let state = seed
  return (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

describe('a round fits a saved estimate', () => {
  it('if it trades one of its credits in an area of the place and admits its owner, and never otherwise', () => {
    let fitting = 0
    for (let seed = 1; seed <= 500; seed += 1) {
      const next = drawn(seed)
      const some = <T>(all: readonly T[]): T[] => all.filter(() => next() < 0.4)
      const one = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!
      const round = {
        services: some(CREDIT_TYPES),
        lpaIds: some(['A', 'B']),
        ncaIds: some(['N', 'M']),
        subcatchmentIds: some(['S', 'T']),
        bidderType: one(BIDDER_TYPES),
      }
      const estimate = {
        desk: one(['land', 'need'] as const),
        lpaId: one(['A', 'B', null]),
        ncaId: one(['N', 'M', null]),
        subcatchmentIds: some(['S', 'T']),
        needs: [{ creditType: one(CREDIT_TYPES), units: 10_000 }],
      }
      const types = (
        estimate.desk === 'land' ? CREDIT_TYPES : estimate.needs.map(need => need.creditType)
      ).filter(type => round.services.length === 0 || round.services.includes(type))
      const areas = [...round.lpaIds, ...round.ncaIds, ...round.subcatchmentIds]
      const isHere = (ids: readonly (string | null)[]) => ids.some(id => id !== null && areas.includes(id))
      const isAdmitted = estimate.desk === 'land' || round.bidderType !== 'Investors'
      const fits = types.some(
        type =>
          areas.length === 0 ||
          (type !== 'Biodiversity' && estimate.subcatchmentIds.length > 0
            ? isHere(estimate.subcatchmentIds)
            : isHere([estimate.lpaId, estimate.ncaId, ...estimate.subcatchmentIds])),
      )
      expect([seed, fitsSavedEstimate(round, estimate)]).toEqual([seed, fits && isAdmitted])
      if (fits && isAdmitted) fitting += 1
    }
    expect(fitting).toBeGreaterThan(50)
    expect(fitting).toBeLessThan(450)
  })

  it('is described in names of areas and numbers', () => {
    const need = { creditType: 'Biodiversity' as const, units: 42_000 }
    expect(savedEstimateText({ desk: 'land', area: 'Somerset', hectares: 6.5, needs: [] })).toBe(
      '6.5 ha of land in Somerset',
    )
    expect(savedEstimateText({ desk: 'need', area: 'Somerset', hectares: null, needs: [need] })).toBe(
      '4.20 biodiversity units for a development in Somerset',
    )
  })
})
