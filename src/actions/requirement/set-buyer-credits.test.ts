import { describe, expect, it } from 'vitest'
import { availableChoices, besides, judge, visibleAnswers, warnings } from '../kit/judge.ts'
import { facts } from '#test/builders/act'
import { setBuyerCredits } from './set-buyer-credits.ts'

const given = facts({
  creditTypes: [
    { id: 'Biodiversity', name: 'Biodiversity units' },
    { id: 'NutrientMitigationPhosphorous', name: 'Phosphorous credits' },
  ],
})
const missing = (answers: Record<string, unknown>) =>
  Object.keys(judge(setBuyerCredits, answers, given)).toSorted()
const nutrient = { creditType: 'NutrientMitigationPhosphorous' }
const meadow = { creditType: 'Biodiversity', bioBroadHabitat: 'Grassland' }

describe('the credits of a buyer', () => {
  it('a buyer’s Biodiversity needs habitat, distinctiveness, units, divisibility answer and metric file', () => {
    expect(missing({ creditType: 'Biodiversity' })).toEqual([
      'bioBroadHabitat',
      'bioDistinctiveness',
      'bioIsDivisible',
      'bioUnits',
      'biodiversityMetric',
    ])
  })

  it('the credits of a buyer need a habitat type when distinctiveness is High or VeryHigh', () => {
    expect(missing({ ...meadow, bioDistinctiveness: 'Medium' })).not.toContain('bioHabitatType')
    expect(missing({ ...meadow, bioDistinctiveness: 'High' })).toContain('bioHabitatType')
    expect(missing({ ...meadow, bioDistinctiveness: 'VeryHigh' })).toContain('bioHabitatType')
  })

  it('the credits of a buyer reset a habitat type that is not of the chosen broad habitat', () => {
    const answers = { ...meadow, bioDistinctiveness: 'High', bioHabitatType: 'NativeHedgerow' }
    expect(setBuyerCredits.normalise?.(answers, given)).toMatchObject({ bioHabitatType: null })
    expect(missing(answers)).toContain('bioHabitatType')
    const right = { ...answers, bioDistinctiveness: 'VeryHigh', bioHabitatType: 'LowlandMeadows' }
    expect(setBuyerCredits.normalise?.(right, given)).toEqual(right)
  })

  it('a habitat type is kept at every level of distinctiveness, and refused where the metric gives it another', () => {
    const low = {
      ...{ creditType: 'Biodiversity', bioBroadHabitat: 'Grassland', bioUnits: 3, bioIsDivisible: true },
      ...{ bioDistinctiveness: 'Low', bioHabitatType: 'ModifiedGrassland' },
    }
    expect(judge(setBuyerCredits, low, given)).not.toHaveProperty('bioHabitatType')
    expect(visibleAnswers(setBuyerCredits, low, given)).toMatchObject({ bioHabitatType: 'ModifiedGrassland' })
    expect(judge(setBuyerCredits, { ...low, bioHabitatType: 'LowlandMeadows' }, given)).toMatchObject({
      bioHabitatType:
        'Grassland - Lowland meadows is of very high distinctiveness in the statutory metric, not low',
    })
  })

  it('a buyer gives ongoing units unless additional only, and additional units unless ongoing only', () => {
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

  it('a buyer who needs both kinds of units is asked whether only ongoing ones would be acceptable', () => {
    expect(judge(setBuyerCredits, { ...nutrient, nutrientType: 'both' }, given)).toMatchObject({
      nutrientAcceptOngoingOnly: 'Please indicate if only ongoing units would be acceptable',
    })
  })

  it('are refused where no habitat could ever serve them, and where the metric says otherwise of the habitat', () => {
    const wrong = (answers: object) =>
      judge(setBuyerCredits, { creditType: 'Biodiversity', ...answers }, given)
    expect(wrong({ bioBroadHabitat: 'CropLand', bioDistinctiveness: 'VeryHigh' })).toMatchObject({
      bioDistinctiveness:
        'Nothing can serve this: no habitat of cropland is of very high distinctiveness. Choose low or medium',
    })
    expect(
      wrong({ bioBroadHabitat: 'Grassland', bioDistinctiveness: 'High', bioHabitatType: 'LowlandMeadows' }),
    ).toMatchObject({
      bioHabitatType:
        'Grassland - Lowland meadows is of very high distinctiveness in the statutory metric, not high',
    })
    const { bioDistinctiveness, bioHabitatType } = setBuyerCredits.fields
    const offered = (field: typeof bioHabitatType, answers: object) =>
      field && availableChoices(field, { ...answers }, given)?.map(({ id }) => id)
    expect(offered(bioDistinctiveness, { bioBroadHabitat: 'CropLand' })).toEqual(['Low', 'Medium'])
    expect(offered(bioHabitatType, { bioBroadHabitat: 'Grassland', bioDistinctiveness: 'VeryHigh' })).toEqual(
      ['LowlandDryAcidGrassland', 'LowlandMeadows', 'UplandHayMeadows'],
    )
  })

  it('stand beside what the metric gives for the loss, which is taken over only on request', () => {
    const loss = {
      ...{ creditType: 'Biodiversity', bioUnits: 3, lossHabitat: 'ModifiedGrassland', lossSize: 1.5 },
      lossCondition: 'Moderate',
    }
    // 1.5 x 2 x 2 x 1 x 1.1.
    expect(besides(setBuyerCredits, loss, given)).toMatchObject({
      lossHabitat: {
        sentence: 'The statutory metric gives 6.60 units for this loss with its net gain',
        use: { label: 'Use this figure', answers: { bioUnits: 6.6 } },
      },
    })
    expect(warnings(setBuyerCredits, loss, {}, given).bioUnits).toContain(
      'The need is 3.00 units, the statutory metric gives 6.60 for the loss',
    )
    expect(warnings(setBuyerCredits, { ...loss, bioUnits: 6.6 }, {}, given)).toEqual({})
    expect(besides(setBuyerCredits, { creditType: 'Biodiversity', bioUnits: 3 }, given)).toEqual({})
  })
})
