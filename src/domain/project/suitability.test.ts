import { describe, expect, it } from 'vitest'
import { aProject, aRound, aService } from '#test/builders/market'
import {
  suppliableCreditTypes,
  roundAcceptsProjectType,
  keepsCertificatesOnReregistration,
  availableStandards,
} from './suitability.ts'

const wetland = {
  id: 'WetlandCreation',
  serviceTypes: ['Biodiversity' as const, 'NutrientMitigationNitrogen' as const],
  standardIds: ['BS8683'],
}

describe('what suits a round', () => {
  it('a project supplies what its round trades and its type yields', () => {
    expect(suppliableCreditTypes(aRound(), wetland)).toEqual(['Biodiversity'])
    expect(suppliableCreditTypes(aRound(), undefined)).toEqual([
      'Biodiversity',
      'NutrientMitigationPhosphorous',
    ])
  })

  it('a round that lists project types takes only those', () => {
    expect(roundAcceptsProjectType(aRound({ projectTypeIds: ['WetlandCreation'] }), wetland)).toBe(true)
    expect(roundAcceptsProjectType(aRound({ projectTypeIds: ['PondCreation'] }), wetland)).toBe(false)
  })

  it('a round without listed project types takes those with its services and standards', () => {
    const open = { projectTypeIds: [], services: ['Biodiversity' as const] }
    expect(roundAcceptsProjectType(aRound({ ...open, standardIds: ['BS8683'] }), wetland)).toBe(true)
    expect(roundAcceptsProjectType(aRound({ ...open, standardIds: ['Other'] }), wetland)).toBe(false)
    expect(
      roundAcceptsProjectType(aRound({ ...open, services: ['NutrientMitigationPhosphorous'] }), wetland),
    ).toBe(false)
  })

  it('the standards to choose from are the placeholder and those of the round', () => {
    const standards = [{ id: 'BS8683' }, { id: 'NA' }, { id: 'Other' }]
    expect(availableStandards(aRound(), standards)).toEqual([{ id: 'NA' }, { id: 'BS8683' }])
  })
})

describe('certificates of a project that registers again', () => {
  const again = aProject({ unchangedSinceRoundId: 'round-0' })

  it('are kept for an unchanged project when the new round accepts their standards', () => {
    expect(keepsCertificatesOnReregistration(again, [aService()], aRound())).toBe(true)
  })

  it('are not kept for a changed, new or uncertified project, or under other standards', () => {
    expect(keepsCertificatesOnReregistration(aProject(), [aService()], aRound())).toBe(false)
    expect(keepsCertificatesOnReregistration(again, [aService({ standardId: 'Other' })], aRound())).toBe(
      false,
    )
    expect(keepsCertificatesOnReregistration(again, [aService({ status: 'NotCertified' })], aRound())).toBe(
      false,
    )
    expect(keepsCertificatesOnReregistration(again, [], aRound())).toBe(false)
  })
})
