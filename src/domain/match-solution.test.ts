import { describe, expect, it } from 'vitest'
import { certaintyOf } from './match-solution.ts'

const organisation = { organisationId: 'farm', value: -100, share: 40, payment: -140 }

describe('how sure shares are', () => {
  it('a result says itself whether its shares are exact, bounded or sampled', () => {
    expect(certaintyOf({ certainty: 'bounded', exact: false })).toBe('bounded')
    expect(certaintyOf({ ...organisation, certainty: 'bounded', halfWidth: 2 })).toBe('bounded')
  })

  it('a result kept from before shares could be bounded is exact, or else it was sampled', () => {
    expect(certaintyOf({ exact: true })).toBe('exact')
    expect(certaintyOf({ exact: false })).toBe('sampled')
    expect(certaintyOf({ ...organisation, halfWidth: 0 })).toBe('exact')
    expect(certaintyOf({ ...organisation, halfWidth: 12 })).toBe('sampled')
  })
})
