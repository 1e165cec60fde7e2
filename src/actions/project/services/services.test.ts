import { describe, expect, it } from 'vitest'
import { availableChoices, validateAnswers } from '../../kit/judge.ts'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
import { aProject, aService } from '#test/builders/market'
import { addBiodiversityService } from './add-biodiversity-service.ts'
import { addNutrientService } from './add-nutrient-service.ts'
import { editNutrientService } from './edit-nutrient-service.ts'
import { toNutrientAnswers } from './nutrient-fields.ts'

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
  it('supplies only nitrogen or phosphorous credits', () => {
    expect(
      validateAnswers(
        addNutrientService,
        { ...credits, service: 'Biodiversity' },
        createFormFacts(nutrients),
      ),
    ).toEqual({
      service: 'Only Nitrogen or Phosphorous allowed',
    })
  })

  it('waits for certification at once when its project is screened', () => {
    const [added] = runActionForChanges(addNutrientService, aProject({ status: 'Screened' }), credits, {
      given: nutrients,
    })
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

  it('is a draft until its project is screened', () => {
    const [added] = runActionForChanges(addNutrientService, aProject({ status: 'Registered' }), credits, {
      given: nutrients,
    })
    expect(added).toMatchObject({ row: { status: 'Draft' } })
  })

  it('needs certification again after an edit', () => {
    const certified = aService()
    const given = { ...nutrients, services: [toNutrientAnswers(certified)] }
    const answers = { serviceId: certified.id, ...credits }
    const project = aProject({ status: 'NotCertified' })
    expect(
      runActionForChanges(editNutrientService, project, answers, { given, reads: [certified] }),
    ).toMatchObject([
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
  it('measures a hedgerow by length and everything else by area', () => {
    const given = { isYielded: true }
    const project = aProject({ status: 'Screened' })
    const [hedge] = runActionForChanges(addBiodiversityService, project, habitat, { given })
    expect(hedge).toMatchObject({
      row: { module: 'Linear', sizeUnit: 'Km', status: 'Draft', duration: 'Permanent' },
    })
    const meadow = {
      ...habitat,
      broadHabitat: 'Grassland',
      habitatType: 'LowlandMeadows',
      distinctiveness: 'VeryHigh',
    }
    expect(runActionForChanges(addBiodiversityService, project, meadow, { given })[0]).toMatchObject({
      row: { module: 'Area', sizeUnit: 'Ha' },
    })
  })

  it('has a habitat type that belongs to its broad habitat', () => {
    const wrong = { ...habitat, broadHabitat: 'Grassland' }
    expect(
      validateAnswers(addBiodiversityService, wrong, createFormFacts({ isYielded: true })),
    ).toHaveProperty('habitatType')
    expect(addBiodiversityService.normalise?.(wrong, createFormFacts())).toMatchObject({ habitatType: null })
  })

  const wrongWith = (more: object) =>
    validateAnswers(addBiodiversityService, { ...habitat, ...more }, createFormFacts({ isYielded: true }))
  const cereals = { broadHabitat: 'CropLand', habitatType: 'CerealCrops', condition: 'NA' }

  it('refuses a distinctiveness that the metric does not give its habitat, and shows what the table says', () => {
    expect(wrongWith({ ...cereals, distinctiveness: 'VeryHigh' })).toEqual({
      distinctiveness:
        'Cropland - Cereal crops has low distinctiveness in the statutory metric, not very high',
    })
    expect(wrongWith(cereals)).toEqual({})
  })

  it('refuses a condition that its habitat cannot have, and shows what the table says', () => {
    expect(wrongWith({ ...cereals, condition: 'Good' })).toEqual({
      condition: 'The statutory metric does not assess the condition of Cropland - Cereal crops',
    })
    expect(wrongWith({ condition: 'FairlyGood' })).toEqual({
      condition:
        'Hedgerow - Native hedgerow cannot be in fairly good condition in the statutory metric: it can be in poor, moderate or good condition',
    })
    expect(wrongWith({ condition: 'NA' })).toEqual({
      condition:
        'The statutory metric assesses the condition of Hedgerow - Native hedgerow. Choose poor, moderate or good',
    })
  })

  it('offers only the choices that follow from its habitat', () => {
    const { habitatType, distinctiveness, condition } = addBiodiversityService.fields
    const offered = (field: typeof habitatType, answers: object) =>
      field && availableChoices(field, { ...answers }, createFormFacts({}))?.map(({ id }) => id)
    expect(offered(distinctiveness, cereals)).toEqual(['Low'])
    expect(offered(condition, cereals)).toEqual(['NA'])
    expect(offered(condition, habitat)).toEqual(['Poor', 'Moderate', 'Good'])
    expect(offered(habitatType, { broadHabitat: 'WoodPasture' })).toHaveLength(1)
    const filled = { broadHabitat: 'CropLand', habitatType: 'CerealCrops', condition: 'Good' }
    expect(addBiodiversityService.normalise?.(filled, createFormFacts())).toMatchObject({
      distinctiveness: 'Low',
      condition: 'NA',
    })
    expect(
      runActionForChanges(
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
