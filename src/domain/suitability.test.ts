import { describe, expect, it } from 'vitest'
import { aProject, aRound, aService } from '#test/builders/market'
import { creditTypesFor, isTypeFor, keepsCertificates, standardsFor } from './suitability.ts'

const wetland = {
  id: 'WetlandCreation',
  serviceTypes: ['Biodiversity' as const, 'NutrientMitigationNitrogen' as const],
  standardIds: ['BS8683'],
}

describe('what suits a round', () => {
  it('lets a project supply what the round trades and its type yields', () => {
    expect(creditTypesFor(aRound(), wetland)).toEqual(['Biodiversity'])
    expect(creditTypesFor(aRound(), undefined)).toEqual(['Biodiversity', 'NutrientMitigationPhosphorous'])
  })

  it('takes the project types that the round names', () => {
    expect(isTypeFor(aRound({ projectTypeIds: ['WetlandCreation'] }), wetland)).toBe(true)
    expect(isTypeFor(aRound({ projectTypeIds: ['PondCreation'] }), wetland)).toBe(false)
  })

  it('takes types by their services and standards where the round names no types', () => {
    const open = { projectTypeIds: [], services: ['Biodiversity' as const] }
    expect(isTypeFor(aRound({ ...open, standardIds: ['BS8683'] }), wetland)).toBe(true)
    expect(isTypeFor(aRound({ ...open, standardIds: ['Other'] }), wetland)).toBe(false)
    expect(isTypeFor(aRound({ ...open, services: ['NutrientMitigationPhosphorous'] }), wetland)).toBe(false)
  })

  it('offers the placeholder and the standards of the round', () => {
    const standards = [{ id: 'BS8683' }, { id: 'NA' }, { id: 'Other' }]
    expect(standardsFor(aRound(), standards)).toEqual([{ id: 'NA' }, { id: 'BS8683' }])
  })
})

describe('keeping certificates', () => {
  const again = aProject({ unchangedSinceRoundId: 'round-0' })

  it('is for a project registered again, unchanged, under standards that the round accepts', () => {
    expect(keepsCertificates(again, [aService()], aRound())).toBe(true)
  })

  it('is not for a changed or new project, other standards, or a project that was not certified', () => {
    expect(keepsCertificates(aProject(), [aService()], aRound())).toBe(false)
    expect(keepsCertificates(again, [aService({ standardId: 'Other' })], aRound())).toBe(false)
    expect(keepsCertificates(again, [aService({ status: 'NotCertified' })], aRound())).toBe(false)
    expect(keepsCertificates(again, [], aRound())).toBe(false)
  })
})
