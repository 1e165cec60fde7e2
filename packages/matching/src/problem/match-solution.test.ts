import { describe, expect, it } from 'vitest'
import { certaintyOf } from './match-solution.ts'

const organisation = { organisationId: 'farm', value: -100, share: 40, payment: -140 }

describe('certainty of shares', () => {
  it('is what the result states: exact or sampled', () => {
    expect(certaintyOf({ certainty: 'sampled', exact: false })).toBe('sampled')
    expect(certaintyOf({ ...organisation, certainty: 'exact', halfWidth: 0 })).toBe('exact')
  })

  it('is sampled for a stored share within a bound, of which an interval says less', () => {
    const stored = JSON.parse('{"certainty":"bounded","exact":false}') as Parameters<typeof certaintyOf>[0]
    expect(certaintyOf(stored)).toBe('sampled')
  })

  it('is exact or sampled for a result of the first engine, which states neither', () => {
    expect(certaintyOf({ exact: true })).toBe('exact')
    expect(certaintyOf({ exact: false })).toBe('sampled')
    expect(certaintyOf({ ...organisation, halfWidth: 0 })).toBe('exact')
    expect(certaintyOf({ ...organisation, halfWidth: 12 })).toBe('sampled')
  })
})
