import { describe, expect, it } from 'vitest'
import { aService } from '#test/builders/market'
import { serviceStatusAfterEdit, supplyOf } from './service.ts'

describe('the certification of a service', () => {
  const draft = aService({ status: 'Draft' })

  it('is pending once it is complete and its project screened', () => {
    expect(serviceStatusAfterEdit(draft, 'Screened')).toBe('PendingCertification')
    expect(serviceStatusAfterEdit(draft, 'NotCertified')).toBe('PendingCertification')
    expect(serviceStatusAfterEdit(draft, 'Registered')).toBe('Draft')
    expect(serviceStatusAfterEdit(draft, 'PendingScreening')).toBe('Draft')
  })

  it('stays a draft while the supply is missing', () => {
    expect(serviceStatusAfterEdit({ ...draft, units: null }, 'Screened')).toBe('Draft')
    expect(serviceStatusAfterEdit({ ...draft, type: 'Biodiversity', gainsPerYear: [] }, 'Screened')).toBe(
      'Draft',
    )
  })

  it('is pending again after an edit', () => {
    expect(serviceStatusAfterEdit(aService({ status: 'Certified' }), 'Registered')).toBe(
      'PendingCertification',
    )
    expect(serviceStatusAfterEdit(aService({ status: 'NotCertified' }), 'NotCertified')).toBe(
      'PendingCertification',
    )
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

  it('counts biodiversity units in full from delivery where the round says so', () => {
    expect(supplyOf(meadow, 'fromDelivery')).toEqual([{ start: '2028-02-29', end: null, units: 25_000 }])
  })

  it('counts biodiversity units year by year as gained, less the baseline lost, where the round says so', () => {
    expect(supplyOf(meadow, 'asGained')).toEqual([
      { start: '2030-03-01', end: '2031-03-01', units: 15_000 },
      { start: '2031-03-01', end: null, units: 25_000 },
    ])
  })

  it('excludes gains after the end of a fixed term', () => {
    expect(supplyOf({ ...meadow, duration: 'ThreeYears' }, 'asGained')).toEqual([
      { start: '2030-03-01', end: '2031-03-01', units: 15_000 },
    ])
    expect(supplyOf({ ...meadow, duration: 'OneYear' }, 'asGained')).toEqual([])
  })

  it('counts nutrient credits from the day mitigation begins, however biodiversity counts', () => {
    const wetland = aService({ mitigationBegins: '2027-04-01', duration: 'TwoYears', units: 16_000 })
    const supply = [{ start: '2027-04-01', end: '2029-04-01', units: 16_000 }]
    expect(supplyOf(wetland, 'asGained')).toEqual(supply)
    expect(supplyOf(wetland, 'fromDelivery')).toEqual(supply)
  })
})
