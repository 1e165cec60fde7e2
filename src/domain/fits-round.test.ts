import { describe, expect, it } from 'vitest'
import { aProject, aRequirement, aRound, aService } from '#test/builders/market'
import { fitsRound, projectCandidate, requirementCandidate } from './fits-round.ts'
import type { Project } from './project.ts'
import type { Requirement } from './requirement.ts'
import type { Round } from './round.ts'
import type { Service } from './service.ts'

const wetland = {
  id: 'WetlandCreation',
  serviceTypes: ['Biodiversity', 'NutrientMitigationPhosphorous'] as const,
  standardIds: ['BS8683'],
}
const ofProject = (
  project: Partial<Project>,
  round: Partial<Round> = {},
  services: Partial<Service>[] = [],
) =>
  fitsRound(
    projectCandidate(aProject(project), services.map(aService), {
      ...wetland,
      serviceTypes: [...wetland.serviceTypes],
    }),
    aRound(round),
  )
const ofRequirement = (requirement: Partial<Requirement>, round: Partial<Round> = {}) =>
  fitsRound(requirementCandidate(aRequirement(requirement)), aRound(round))
const fits = { against: [], doubts: [] }

describe('whether a round takes a thing', () => {
  it('it takes what it trades, where it lies, from whom it admits', () => {
    expect(ofProject({}, {}, [{}])).toEqual(fits)
    expect(ofRequirement({})).toEqual(fits)
  })

  it('a round without lists of its own takes every place and every type', () => {
    const open = {
      services: [],
      standardIds: [],
      projectTypeIds: [],
      ncaIds: [],
      lpaIds: [],
      subcatchmentIds: [],
    }
    expect(ofProject({ subcatchmentId: 'Parrett', lpaId: 'Dorset' }, open)).toEqual(fits)
  })

  it('a wetland of the Parrett has no place in a nitrogen round of the Solent', () => {
    const solent = {
      services: ['NutrientMitigationNitrogen' as const],
      subcatchmentIds: ['Itchen'],
      lpaIds: ['Winchester'],
      projectTypeIds: ['WetlandCreation'],
    }
    expect(ofProject({ subcatchmentId: 'Parrett' }, solent, [{}])).toEqual({
      against: ['This market round trades no phosphorous credits'],
      doubts: ['Its local planning authority is not among those of this market round'],
    })
    const both = { ...solent, services: [...solent.services, 'NutrientMitigationPhosphorous' as const] }
    expect(ofProject({ subcatchmentId: 'Parrett' }, both).against).toEqual([
      'Its subcatchment lies outside this market round',
    ])
  })

  it('biodiversity is exchanged in one character area or one planning area, so either will do', () => {
    const meadow = { creditTypes: ['Biodiversity' as const], ncaId: 'NCA130' }
    expect(ofProject({ ...meadow, lpaId: 'Dorset' }).against).toEqual([
      'Its national character area lies outside this market round',
    ])
    expect(ofProject(meadow).against).toEqual([])
  })

  it('what only some of its credits suffer from is a doubt', () => {
    const some = ofProject({ subcatchmentId: 'Tone', ncaId: 'NCA130', lpaId: 'Dorset' }, {}, [
      {},
      { type: 'Biodiversity' },
    ])
    expect(some.against).toEqual([])
    expect(some.doubts).toContain('Its national character area lies outside this market round')
  })

  it('certificates under other standards are a doubt: they can be made anew', () => {
    expect(ofProject({}, {}, [{ standardId: 'Other' }])).toEqual({
      against: [],
      doubts: ['Its certificates are under standards that this market round does not accept'],
    })
  })

  it('a project type that the round does not name, and a party that it does not admit, stand against it', () => {
    expect(ofProject({}, { projectTypeIds: ['PondCreation'] }).against).toEqual([
      'This market round takes no projects of this type',
    ])
    expect(ofRequirement({}, { bidderType: 'Investors' }).against).toEqual([
      'This market round has no buyers',
    ])
  })

  it('additional units alone that end before they are needed stand against it', () => {
    const additional = {
      nutrientType: 'additional' as const,
      nutrientOngoingUnits: null,
      nutrientAdditionalUnits: 20_000,
    }
    expect(ofRequirement({ ...additional, redemptionDate: '2031-01-01' }).against).toEqual([
      'The additional units end with the AMP, before the redemption date',
    ])
    expect(ofRequirement({ ...additional, redemptionDate: '2027-01-01' })).toEqual(fits)
  })

  it('what has not been said yet stands against nothing', () => {
    const unsaid = { creditTypes: [], ncaId: null, lpaId: null, subcatchmentId: null, typeId: null }
    expect(ofProject(unsaid)).toEqual(fits)
  })
})
