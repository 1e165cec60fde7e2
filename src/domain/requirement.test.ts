import { describe, expect, it } from 'vitest'
import { aRequirement } from '#test/builders/market'
import { hasNeed, mayBidOngoingOnly, missingIn, NO_NEED } from './requirement.ts'

describe('what a requirement lacks', () => {
  it('is nothing when credits, place and redemption date are given', () => {
    expect(missingIn(aRequirement())).toEqual([])
  })

  it('is the subcatchment for nutrients and the national character area for biodiversity', () => {
    expect(missingIn(aRequirement({ subcatchmentId: null }))).toEqual(['No subcatchment is given'])
    const biodiversity = aRequirement({ creditType: 'Biodiversity', bioUnits: 10_000, subcatchmentId: null })
    expect(missingIn(biodiversity)).toEqual(['No national character area is given'])
  })

  it('is everything while nothing has been said', () => {
    expect(missingIn(aRequirement(NO_NEED))).toEqual(['No credits are given'])
    expect(hasNeed(aRequirement(NO_NEED))).toBe(false)
    expect(hasNeed(aRequirement())).toBe(true)
  })
})

describe('a bid for ongoing units only', () => {
  it('is for needs of both kinds for which ongoing units alone are acceptable', () => {
    expect(mayBidOngoingOnly({ nutrientType: 'both', nutrientAcceptOngoingOnly: true })).toBe(true)
    expect(mayBidOngoingOnly({ nutrientType: 'both', nutrientAcceptOngoingOnly: false })).toBe(false)
    expect(mayBidOngoingOnly({ nutrientType: 'ongoing', nutrientAcceptOngoingOnly: null })).toBe(false)
  })
})
