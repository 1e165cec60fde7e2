import { describe, expect, it } from 'vitest'
import { aService } from '#test/builders/market'
import { statusAfterEdit, supplyOf } from './service.ts'

describe('the certification of a service', () => {
  const draft = aService({ status: 'Draft' })

  it('the certification of a service is pending once it is complete and its project screened', () => {
    expect(statusAfterEdit(draft, 'Screened')).toBe('PendingCertification')
    expect(statusAfterEdit(draft, 'NotCertified')).toBe('PendingCertification')
    expect(statusAfterEdit(draft, 'Registered')).toBe('Draft')
    expect(statusAfterEdit(draft, 'PendingScreening')).toBe('Draft')
  })

  it('the certification of a service stays a draft while the supply is not given', () => {
    expect(statusAfterEdit({ ...draft, units: null }, 'Screened')).toBe('Draft')
    expect(statusAfterEdit({ ...draft, type: 'Biodiversity', gainsPerYear: [] }, 'Screened')).toBe('Draft')
  })

  it('the certification of a service is pending again when it is edited', () => {
    expect(statusAfterEdit(aService({ status: 'Certified' }), 'Registered')).toBe('PendingCertification')
    expect(statusAfterEdit(aService({ status: 'NotCertified' }), 'NotCertified')).toBe('PendingCertification')
  })
})

describe('the supply of a service', () => {
  const meadow = aService({
    type: 'Biodiversity',
    units: null,
    mitigationBegins: '2028-02-29',
    baselineUnitsLost: 10_000,
    gainsPerYear: [5_000, 0, 20_000, 10_000],
  })

  it('biodiversity units count in full from delivery where the round says so', () => {
    expect(supplyOf(meadow, 'fromDelivery')).toEqual([{ start: '2028-02-29', end: null, units: 25_000 }])
  })

  it('biodiversity units count year by year as gained, less the baseline lost, where the round says so', () => {
    expect(supplyOf(meadow, 'asGained')).toEqual([
      { start: '2030-03-01', end: '2031-03-01', units: 15_000 },
      { start: '2031-03-01', end: null, units: 25_000 },
    ])
  })

  it('what would be gained after a fixed term has ended is not supplied', () => {
    expect(supplyOf({ ...meadow, duration: 'ThreeYears' }, 'asGained')).toEqual([
      { start: '2030-03-01', end: '2031-03-01', units: 15_000 },
    ])
    expect(supplyOf({ ...meadow, duration: 'OneYear' }, 'asGained')).toEqual([])
  })

  it('nutrient credits are supplied from the day mitigation begins, however biodiversity counts', () => {
    const wetland = aService({ mitigationBegins: '2027-04-01', duration: 'TwoYears', units: 16_000 })
    const supply = [{ start: '2027-04-01', end: '2029-04-01', units: 16_000 }]
    expect(supplyOf(wetland, 'asGained')).toEqual(supply)
    expect(supplyOf(wetland, 'fromDelivery')).toEqual(supply)
  })
})
