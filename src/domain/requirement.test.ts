import { describe, expect, it } from 'vitest'
import { aRequirement } from '#test/builders/market'
import { hasNeed, mayBidOngoingOnly, missingIn, NO_NEED } from './requirement.ts'

describe('what a requirement lacks', () => {
  it('a requirement lacks nothing when credits, place and redemption date are given', () => {
    expect(missingIn(aRequirement())).toEqual([])
  })

  it('a requirement can lack the subcatchment for nutrients and the character area for biodiversity', () => {
    expect(missingIn(aRequirement({ subcatchmentId: null }))).toMatchObject([
      { text: 'No subcatchment is given' },
    ])
    const biodiversity = aRequirement({ creditType: 'Biodiversity', bioUnits: 10_000, subcatchmentId: null })
    expect(missingIn(biodiversity)).toMatchObject([{ text: 'No national character area is given' }])
  })

  it('a requirement of which nothing has been said lacks everything', () => {
    expect(missingIn(aRequirement(NO_NEED)).map(({ text }) => text)).toEqual([
      'No credits are given',
      'No address of the development is given',
      'No redemption date is given',
    ])
    const investor = missingIn(aRequirement({ ...NO_NEED, type: 'Investor', ncaId: null }))
    expect(investor.map(({ asked }) => asked)).toEqual(['credits', 'place', 'date'])
    expect(hasNeed(aRequirement(NO_NEED))).toBe(false)
    expect(hasNeed(aRequirement())).toBe(true)
  })
})

describe('a bid for ongoing units only', () => {
  it('a bid for ongoing units only is for needs of both kinds of which ongoing units alone will do', () => {
    expect(mayBidOngoingOnly({ nutrientType: 'both', nutrientAcceptOngoingOnly: true })).toBe(true)
    expect(mayBidOngoingOnly({ nutrientType: 'both', nutrientAcceptOngoingOnly: false })).toBe(false)
    expect(mayBidOngoingOnly({ nutrientType: 'ongoing', nutrientAcceptOngoingOnly: null })).toBe(false)
  })
})
