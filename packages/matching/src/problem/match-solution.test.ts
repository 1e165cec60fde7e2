import { describe, expect, it } from 'vitest'
import { certaintyOf } from './match-solution.ts'

const organisation = { organisationId: 'farm', value: -100, share: 40, payment: -140 }

describe('certainty of shares', () => {
  it('is what the result states: exact, bounded or sampled', () => {
    expect(certaintyOf({ certainty: 'bounded', exact: false })).toBe('bounded')
    expect(certaintyOf({ ...organisation, certainty: 'bounded', halfWidth: 2 })).toBe('bounded')
  })

  it('is exact or sampled for a result from before shares could be bounded', () => {
    expect(certaintyOf({ exact: true })).toBe('exact')
    expect(certaintyOf({ exact: false })).toBe('sampled')
    expect(certaintyOf({ ...organisation, halfWidth: 0 })).toBe('exact')
    expect(certaintyOf({ ...organisation, halfWidth: 12 })).toBe('sampled')
  })
})
