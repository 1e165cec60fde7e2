import { describe, expect, it } from 'vitest'
import { availableChoices, judge } from '../kit/judge.ts'
import { act, facts } from '#test/builders/act'
import { aProject, aService } from '#test/builders/market'
import { addBiodiversityService } from './add-biodiversity-service.ts'
import { addNutrientService } from './add-nutrient-service.ts'
import { editNutrientService } from './edit-nutrient-service.ts'
import { nutrientAnswers } from './nutrient-fields.ts'

const nutrients = {
  nutrients: [{ id: 'NutrientMitigationPhosphorous', name: 'Phosphorous credits' }],
  durations: [{ id: 'Permanent', name: 'Permanent' }],
}
const credits = {
  service: 'NutrientMitigationPhosphorous',
  mitigationBegins: '2026-01-01',
  mitigationDuration: 'Permanent',
  area: 3.4,
  units: 17.6,
}
const habitat = {
  broadHabitat: 'Hedgerow',
  habitatType: 'NativeHedgerow',
  distinctiveness: 'Low',
  condition: 'Moderate',
  size: 1.2,
  mitigationBegins: '2026-01-01',
}

describe('a nutrient service', () => {
  it('a nutrient service is of nitrogen or phosphorous only', () => {
    expect(judge(addNutrientService, { ...credits, service: 'Biodiversity' }, facts(nutrients))).toEqual({
      service: 'Only Nitrogen or Phosphorous allowed',
    })
  })

  it('a nutrient service waits for certification at once when its project is screened', () => {
    const [added] = act(addNutrientService, aProject({ status: 'Screened' }), credits, { given: nutrients })
    expect(added).toMatchObject({
      change: 'create',
      row: {
        status: 'PendingCertification',
        size: 34_000,
        units: 176_000,
        duration: 'Permanent',
        projectId: 'wetland',
      },
    })
  })

  it('a nutrient service is a draft until its project is screened', () => {
    const [added] = act(addNutrientService, aProject({ status: 'Registered' }), credits, { given: nutrients })
    expect(added).toMatchObject({ row: { status: 'Draft' } })
  })

  it('a nutrient service must be certified again once it is edited', () => {
    const certified = aService()
    const given = { ...nutrients, services: [nutrientAnswers(certified)] }
    const answers = { serviceId: certified.id, ...credits }
    const project = aProject({ status: 'NotCertified' })
    expect(act(editNutrientService, project, answers, { given, reads: [certified] })).toMatchObject([
      {
        change: 'move',
        from: 'Certified',
        to: 'PendingCertification',
        patch: { units: 176_000, decision: null },
      },
    ])
  })
})

describe('a biodiversity service', () => {
  it('a biodiversity service measures a hedgerow by its length and everything else by its area', () => {
    const given = { isYielded: true }
    const project = aProject({ status: 'Screened' })
    const [hedge] = act(addBiodiversityService, project, habitat, { given })
    expect(hedge).toMatchObject({
      row: { module: 'Linear', sizeUnit: 'Km', status: 'Draft', duration: 'Permanent' },
    })
    const meadow = {
      ...habitat,
      broadHabitat: 'Grassland',
      habitatType: 'LowlandMeadows',
      distinctiveness: 'VeryHigh',
    }
    expect(act(addBiodiversityService, project, meadow, { given })[0]).toMatchObject({
      row: { module: 'Area', sizeUnit: 'Ha' },
    })
  })

  it('a biodiversity service has a habitat type that belongs to its broad habitat', () => {
    const wrong = { ...habitat, broadHabitat: 'Grassland' }
    expect(judge(addBiodiversityService, wrong, facts({ isYielded: true }))).toHaveProperty('habitatType')
    expect(addBiodiversityService.normalise?.(wrong, facts())).toMatchObject({ habitatType: null })
  })

  const wrongWith = (more: object) =>
    judge(addBiodiversityService, { ...habitat, ...more }, facts({ isYielded: true }))
  const cereals = { broadHabitat: 'CropLand', habitatType: 'CerealCrops', condition: 'NA' }

  it('is refused a distinctiveness that the metric does not give its habitat, with what the table says', () => {
    expect(wrongWith({ ...cereals, distinctiveness: 'VeryHigh' })).toEqual({
      distinctiveness:
        'Cropland - Cereal crops is of low distinctiveness in the statutory metric, not very high',
    })
    expect(wrongWith(cereals)).toEqual({})
  })

  it('is refused a condition that its habitat cannot have, with what the table says', () => {
    expect(wrongWith({ ...cereals, condition: 'Good' })).toEqual({
      condition: 'The condition of Cropland - Cereal crops is not assessed in the statutory metric',
    })
    expect(wrongWith({ condition: 'FairlyGood' })).toEqual({
      condition:
        'Hedgerow - Native hedgerow cannot be in fairly good condition in the statutory metric: it can be in poor, moderate or good condition',
    })
    expect(wrongWith({ condition: 'NA' })).toEqual({
      condition:
        'The condition of Hedgerow - Native hedgerow is assessed in the statutory metric: poor, moderate or good',
    })
  })

  it('is offered what follows from its habitat, and nothing else', () => {
    const { habitatType, distinctiveness, condition } = addBiodiversityService.fields
    const offered = (field: typeof habitatType, answers: object) =>
      field && availableChoices(field, { ...answers }, facts({}))?.map(({ id }) => id)
    expect(offered(distinctiveness, cereals)).toEqual(['Low'])
    expect(offered(condition, cereals)).toEqual(['NA'])
    expect(offered(condition, habitat)).toEqual(['Poor', 'Moderate', 'Good'])
    expect(offered(habitatType, { broadHabitat: 'WoodPasture' })).toHaveLength(1)
    const filled = { broadHabitat: 'CropLand', habitatType: 'CerealCrops', condition: 'Good' }
    expect(addBiodiversityService.normalise?.(filled, facts())).toMatchObject({
      distinctiveness: 'Low',
      condition: 'NA',
    })
    expect(
      act(
        addBiodiversityService,
        aProject({ status: 'Screened' }),
        { ...habitat, ...cereals },
        { given: { isYielded: true } },
      )[0],
    ).toMatchObject({
      row: { distinctiveness: 'Low', condition: null },
    })
  })
})
