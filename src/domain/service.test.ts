import { describe, expect, it } from 'vitest'
import { aService } from '#test/builders/market'
import { statusAfterEdit } from './service.ts'

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
