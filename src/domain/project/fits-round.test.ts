import { describe, expect, it } from 'vitest'
import { aProject, aRequirement, aRound, aService } from '#test/builders/market'
import { checkRoundFit, projectRoundCandidate, requirementRoundCandidate } from './fits-round.ts'
import type { Project } from './project.ts'
import type { Requirement } from './requirement.ts'
import type { Round } from '../round/round.ts'
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
  checkRoundFit(
    projectRoundCandidate(aProject(project), services.map(aService), {
      ...wetland,
      serviceTypes: [...wetland.serviceTypes],
    }),
    aRound(round),
  )
const ofRequirement = (requirement: Partial<Requirement>, round: Partial<Round> = {}) =>
  checkRoundFit(requirementRoundCandidate(aRequirement(requirement)), aRound(round))
const fits = { against: [], doubts: [] }

describe('the check whether something fits a round', () => {
  it('accepts what the round trades, within its places and from parties that it admits', () => {
    expect(ofProject({}, {}, [{}])).toEqual(fits)
    expect(ofRequirement({})).toEqual(fits)
  })

  it('accepts every place and type in a round without lists of its own', () => {
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

  it('refuses a wetland of the Parrett in a nitrogen round of the Solent', () => {
    const solent = {
      services: ['NutrientMitigationNitrogen' as const],
      subcatchmentIds: ['Itchen'],
      lpaIds: ['Winchester'],
      projectTypeIds: ['WetlandCreation'],
    }
    expect(ofProject({ subcatchmentId: 'Parrett' }, solent, [{}])).toEqual({
      against: ['This market round does not trade phosphorous credits'],
      doubts: ['Its local planning authority is not part of this market round'],
    })
    const both = { ...solent, services: [...solent.services, 'NutrientMitigationPhosphorous' as const] }
    expect(ofProject({ subcatchmentId: 'Parrett' }, both).against).toEqual([
      'Its subcatchment is outside this market round',
    ])
  })

  it('accepts biodiversity that matches either the character area or the planning area', () => {
    const meadow = { creditTypes: ['Biodiversity' as const], ncaId: 'NCA130' }
    expect(ofProject({ ...meadow, lpaId: 'Dorset' }).against).toEqual([
      'Its national character area is outside this market round',
    ])
    expect(ofProject(meadow).against).toEqual([])
  })

  it('treats a problem of only some credits as a doubt', () => {
    const some = ofProject({ subcatchmentId: 'Tone', ncaId: 'NCA130', lpaId: 'Dorset' }, {}, [
      {},
      { type: 'Biodiversity' },
    ])
    expect(some.against).toEqual([])
    expect(some.doubts).toContain('Its national character area is outside this market round')
  })

  it('treats certificates under other standards as a doubt, because they can be renewed', () => {
    expect(ofProject({}, {}, [{ standardId: 'Other' }])).toEqual({
      against: [],
      doubts: ['It is certified under a standard that this market round does not accept'],
    })
  })

  it('refuses a project type that the round does not list, and a party that it does not admit', () => {
    expect(ofProject({}, { projectTypeIds: ['PondCreation'] }).against).toEqual([
      'This market round does not accept projects of this type',
    ])
    expect(ofRequirement({}, { bidderType: 'Investors' }).against).toEqual([
      'This market round is not open to buyers',
    ])
  })

  it('refuses additional units alone that end before they are needed', () => {
    const additional = {
      nutrientType: 'additional' as const,
      nutrientOngoingUnits: null,
      nutrientAdditionalUnits: 20_000,
    }
    expect(ofRequirement({ ...additional, redemptionDate: '2031-01-01' }).against).toEqual([
      'The additional units are needed only until the AMP end, which is before the redemption date',
    ])
    expect(ofRequirement({ ...additional, redemptionDate: '2027-01-01' })).toEqual(fits)
  })

  it('ignores what has not been answered yet', () => {
    const unsaid = { creditTypes: [], ncaId: null, lpaId: null, subcatchmentId: null, typeId: null }
    expect(ofProject(unsaid)).toEqual(fits)
  })
})
