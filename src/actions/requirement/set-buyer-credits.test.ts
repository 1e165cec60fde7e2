import { describe, expect, it } from 'vitest'
import { judge } from '../kit/judge.ts'
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

  it('reset a habitat type that does not belong to the chosen broad habitat', () => {
    const answers = { ...meadow, bioDistinctiveness: 'High', bioHabitatType: 'NativeHedgerow' }
    expect(setBuyerCredits.normalise?.(answers, given)).toMatchObject({ bioHabitatType: null })
    expect(missing(answers)).toContain('bioHabitatType')
    const right = { ...answers, bioHabitatType: 'LowlandMeadows' }
    expect(setBuyerCredits.normalise?.(right, given)).toEqual(right)
  })

  it('ask for ongoing units unless additional only, and additional units unless ongoing only', () => {
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

  it('ask whether only ongoing units would be acceptable when both are needed', () => {
    expect(judge(setBuyerCredits, { ...nutrient, nutrientType: 'both' }, given)).toMatchObject({
      nutrientAcceptOngoingOnly: 'Please indicate if only ongoing units would be acceptable',
    })
  })
})
