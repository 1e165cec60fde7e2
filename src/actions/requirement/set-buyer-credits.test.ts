import { describe, expect, it } from 'vitest'
import {
  availableChoices,
  liveFieldFeedback,
  validateAnswers,
  visibleAnswers,
  formWarnings,
} from '../kit/judge.ts'
import { createFormFacts } from '#test/builders/act'
import { setBuyerCredits } from './set-buyer-credits.ts'

const given = createFormFacts({
  creditTypes: [
    { id: 'Biodiversity', name: 'Biodiversity units' },
    { id: 'NutrientMitigationPhosphorous', name: 'Phosphorous credits' },
  ],
})
const missing = (answers: Record<string, unknown>) =>
  Object.keys(validateAnswers(setBuyerCredits, answers, given)).toSorted()
const nutrient = { creditType: 'NutrientMitigationPhosphorous' }
const meadow = { creditType: 'Biodiversity', bioBroadHabitat: 'Grassland' }

describe('the credits of a buyer', () => {
  it('need habitat, distinctiveness, units, divisibility answer and metric file for Biodiversity', () => {
    expect(missing({ creditType: 'Biodiversity' })).toEqual([
      'bioBroadHabitat',
      'bioDistinctiveness',
      'bioIsDivisible',
      'bioUnits',
      'biodiversityMetric',
    ])
  })

  it('need a habitat type when distinctiveness is High or VeryHigh', () => {
    expect(missing({ ...meadow, bioDistinctiveness: 'Medium' })).not.toContain('bioHabitatType')
    expect(missing({ ...meadow, bioDistinctiveness: 'High' })).toContain('bioHabitatType')
    expect(missing({ ...meadow, bioDistinctiveness: 'VeryHigh' })).toContain('bioHabitatType')
  })

  it('drop a habitat type that is not in the chosen broad habitat', () => {
    const answers = { ...meadow, bioDistinctiveness: 'High', bioHabitatType: 'NativeHedgerow' }
    expect(setBuyerCredits.normalise?.(answers, given)).toMatchObject({ bioHabitatType: null })
    expect(missing(answers)).toContain('bioHabitatType')
    const right = { ...answers, bioDistinctiveness: 'VeryHigh', bioHabitatType: 'LowlandMeadows' }
    expect(setBuyerCredits.normalise?.(right, given)).toEqual(right)
  })

  it('keep a habitat type at any distinctiveness, unless the metric gives the habitat another', () => {
    const low = {
      ...{ creditType: 'Biodiversity', bioBroadHabitat: 'Grassland', bioUnits: 3, bioIsDivisible: true },
      ...{ bioDistinctiveness: 'Low', bioHabitatType: 'ModifiedGrassland' },
    }
    expect(validateAnswers(setBuyerCredits, low, given)).not.toHaveProperty('bioHabitatType')
    expect(visibleAnswers(setBuyerCredits, low, given)).toMatchObject({ bioHabitatType: 'ModifiedGrassland' })
    expect(
      validateAnswers(setBuyerCredits, { ...low, bioHabitatType: 'LowlandMeadows' }, given),
    ).toMatchObject({
      bioHabitatType:
        'Grassland - Lowland meadows has very high distinctiveness in the statutory metric, not low',
    })
  })

  it('need ongoing units unless additional only, and additional units unless ongoing only', () => {
    expect(missing(nutrient)).toEqual(['budgetCalculator', 'nutrientType'])
    expect(missing({ ...nutrient, nutrientType: 'ongoing' })).toEqual([
      'budgetCalculator',
      'nutrientOngoingUnits',
    ])
    expect(missing({ ...nutrient, nutrientType: 'additional' })).toEqual([
      'budgetCalculator',
      'nutrientAdditionalUnits',
    ])
  })

  it('ask a buyer who needs both kinds of units whether ongoing ones alone would do', () => {
    expect(validateAnswers(setBuyerCredits, { ...nutrient, nutrientType: 'both' }, given)).toMatchObject({
      nutrientAcceptOngoingOnly: 'Please indicate if only ongoing units would be acceptable',
    })
  })

  it('are refused where no habitat could serve them, or where they contradict the metric', () => {
    const wrong = (answers: object) =>
      validateAnswers(setBuyerCredits, { creditType: 'Biodiversity', ...answers }, given)
    expect(wrong({ bioBroadHabitat: 'CropLand', bioDistinctiveness: 'VeryHigh' })).toMatchObject({
      bioDistinctiveness:
        'No project can supply this: no cropland habitat has very high distinctiveness. Choose low or medium',
    })
    expect(
      wrong({ bioBroadHabitat: 'Grassland', bioDistinctiveness: 'High', bioHabitatType: 'LowlandMeadows' }),
    ).toMatchObject({
      bioHabitatType:
        'Grassland - Lowland meadows has very high distinctiveness in the statutory metric, not high',
    })
    const { bioDistinctiveness, bioHabitatType } = setBuyerCredits.fields
    const offered = (field: typeof bioHabitatType, answers: object) =>
      field && availableChoices(field, { ...answers }, given)?.map(({ id }) => id)
    expect(offered(bioDistinctiveness, { bioBroadHabitat: 'CropLand' })).toEqual(['Low', 'Medium'])
    expect(offered(bioHabitatType, { bioBroadHabitat: 'Grassland', bioDistinctiveness: 'VeryHigh' })).toEqual(
      ['LowlandDryAcidGrassland', 'LowlandMeadows', 'UplandHayMeadows'],
    )
  })

  it('show what the metric gives for the loss, and copy it only on request', () => {
    const loss = {
      ...{ creditType: 'Biodiversity', bioUnits: 3, lossHabitat: 'ModifiedGrassland', lossSize: 1.5 },
      lossCondition: 'Moderate',
    }
    // 1.5 x 2 x 2 x 1 x 1.1.
    expect(liveFieldFeedback(setBuyerCredits, loss, given)).toMatchObject({
      lossHabitat: {
        sentence: 'The statutory metric gives 6.60 units for this loss with its net gain',
        use: { label: 'Use this figure', answers: { bioUnits: 6.6 } },
      },
    })
    expect(formWarnings(setBuyerCredits, loss, {}, given).bioUnits).toContain(
      'You need 3.00 units, but the statutory metric gives 6.60 for the loss',
    )
    expect(formWarnings(setBuyerCredits, { ...loss, bioUnits: 6.6 }, {}, given)).toEqual({})
    expect(liveFieldFeedback(setBuyerCredits, { creditType: 'Biodiversity', bioUnits: 3 }, given)).toEqual({})
  })
})
