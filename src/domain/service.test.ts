import { describe, expect, it } from 'vitest'
import { aService } from '#test/builders/market'
import { statusAfterEdit } from './service.ts'

describe('the certification of a service', () => {
  const draft = aService({ status: 'Draft' })

  it('is pending once the service is complete and its project screened', () => {
    expect(statusAfterEdit(draft, 'Screened')).toBe('PendingCertification')
    expect(statusAfterEdit(draft, 'NotCertified')).toBe('PendingCertification')
    expect(statusAfterEdit(draft, 'Registered')).toBe('Draft')
    expect(statusAfterEdit(draft, 'PendingScreening')).toBe('Draft')
  })

  it('stays a draft while the supply is not given', () => {
    expect(statusAfterEdit({ ...draft, units: null }, 'Screened')).toBe('Draft')
    expect(statusAfterEdit({ ...draft, type: 'Biodiversity', gainsPerYear: [] }, 'Screened')).toBe('Draft')
  })

  it('is pending again when a certified service is edited', () => {
    expect(statusAfterEdit(aService({ status: 'Certified' }), 'Registered')).toBe('PendingCertification')
    expect(statusAfterEdit(aService({ status: 'NotCertified' }), 'NotCertified')).toBe('PendingCertification')
  })
})
