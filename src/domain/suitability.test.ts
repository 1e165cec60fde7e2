import { describe, expect, it } from 'vitest'
import { aProject, aRound, aService } from '#test/builders/market'
import { creditTypesFor, isTypeFor, keepsCertificates, standardsFor } from './suitability.ts'

const wetland = {
  id: 'WetlandCreation',
  serviceTypes: ['Biodiversity' as const, 'NutrientMitigationNitrogen' as const],
  standardIds: ['BS8683'],
}

describe('what suits a round', () => {
  it('a project supplies what its round trades and its type yields', () => {
    expect(creditTypesFor(aRound(), wetland)).toEqual(['Biodiversity'])
    expect(creditTypesFor(aRound(), undefined)).toEqual(['Biodiversity', 'NutrientMitigationPhosphorous'])
  })

  it('a round that names project types takes those', () => {
    expect(isTypeFor(aRound({ projectTypeIds: ['WetlandCreation'] }), wetland)).toBe(true)
    expect(isTypeFor(aRound({ projectTypeIds: ['PondCreation'] }), wetland)).toBe(false)
  })

  it('a round that names no project types takes those with its services and standards', () => {
    const open = { projectTypeIds: [], services: ['Biodiversity' as const] }
    expect(isTypeFor(aRound({ ...open, standardIds: ['BS8683'] }), wetland)).toBe(true)
    expect(isTypeFor(aRound({ ...open, standardIds: ['Other'] }), wetland)).toBe(false)
    expect(isTypeFor(aRound({ ...open, services: ['NutrientMitigationPhosphorous'] }), wetland)).toBe(false)
  })

  it('the standards to choose from are the placeholder and those of the round', () => {
    const standards = [{ id: 'BS8683' }, { id: 'NA' }, { id: 'Other' }]
    expect(standardsFor(aRound(), standards)).toEqual([{ id: 'NA' }, { id: 'BS8683' }])
  })
})

describe('keeping certificates', () => {
  const again = aProject({ unchangedSinceRoundId: 'round-0' })

  it('an unchanged project keeps its certificates when the new round accepts their standards', () => {
    expect(keepsCertificates(again, [aService()], aRound())).toBe(true)
  })

  it('no certificates are kept of a changed, new or uncertified project, or under other standards', () => {
    expect(keepsCertificates(aProject(), [aService()], aRound())).toBe(false)
    expect(keepsCertificates(again, [aService({ standardId: 'Other' })], aRound())).toBe(false)
    expect(keepsCertificates(again, [aService({ status: 'NotCertified' })], aRound())).toBe(false)
    expect(keepsCertificates(again, [], aRound())).toBe(false)
  })
})
