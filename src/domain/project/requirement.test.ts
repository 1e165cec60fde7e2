import { describe, expect, it } from 'vitest'
import { aRequirement } from '#test/builders/market'
import {
  hasNeedAnswers,
  mayBidOngoingOnly,
  findMissingRequirementParts,
  EMPTY_NEED_FIELDS,
} from './requirement.ts'

describe('the check for missing parts of a requirement', () => {
  it('finds nothing missing when credits, place and redemption date are given', () => {
    expect(findMissingRequirementParts(aRequirement())).toEqual([])
  })

  it('needs the subcatchment for nutrients and the character area for biodiversity', () => {
    expect(findMissingRequirementParts(aRequirement({ subcatchmentId: null }))).toMatchObject([
      { text: 'No subcatchment is given' },
    ])
    const biodiversity = aRequirement({ creditType: 'Biodiversity', bioUnits: 10_000, subcatchmentId: null })
    expect(findMissingRequirementParts(biodiversity)).toMatchObject([
      { text: 'No national character area is given' },
    ])
  })

  it('finds everything missing in an empty requirement', () => {
    expect(findMissingRequirementParts(aRequirement(EMPTY_NEED_FIELDS)).map(({ text }) => text)).toEqual([
      'No credits are given',
      'No address of the development is given',
      'No redemption date is given',
    ])
    const investor = findMissingRequirementParts(
      aRequirement({ ...EMPTY_NEED_FIELDS, type: 'Investor', ncaId: null }),
    )
    expect(investor.map(({ asked }) => asked)).toEqual(['credits', 'place', 'date'])
    expect(hasNeedAnswers(aRequirement(EMPTY_NEED_FIELDS))).toBe(false)
    expect(hasNeedAnswers(aRequirement())).toBe(true)
  })
})

describe('a bid for ongoing units only', () => {
  it('applies to needs of both kinds for which ongoing units alone will do', () => {
    expect(mayBidOngoingOnly({ nutrientType: 'both', nutrientAcceptOngoingOnly: true })).toBe(true)
    expect(mayBidOngoingOnly({ nutrientType: 'both', nutrientAcceptOngoingOnly: false })).toBe(false)
    expect(mayBidOngoingOnly({ nutrientType: 'ongoing', nutrientAcceptOngoingOnly: null })).toBe(false)
  })
})
