import { describe, expect, it } from 'vitest'
import { toUnits } from '@credit-market/values/units'
import type { DeliveredParcel } from './factors.ts'
import { baselineUnits, creationUnits, enhancementUnits } from './units.ts'

const parcel = (
  habitat: string,
  size: number,
  condition: DeliveredParcel['condition'],
  more = {},
): DeliveredParcel => ({
  habitat,
  size: toUnits(size),
  condition,
  significance: 'Low',
  ...more,
})
const units = (worked: ReturnType<typeof creationUnits>) =>
  'units' in worked ? worked.units : worked.refused
const refusal = (worked: ReturnType<typeof creationUnits>) => ('refused' in worked ? worked.refused : null)

// Each is the formula of a named cell in the biodiversity metric 4.1 workbook, calculated by hand with the figures of
// its sheets G-1 to G-8. The statutory user guide gives the same formulas in words.
describe('units of a baseline habitat', () => {
  it.each([
    // A-1, Q11: a field of modified grassland in poor condition is two units a hectare.
    ['ModifiedGrassland', 1, 'Poor', {}, 2],
    // Very high x good x a place in a local strategy: 8 x 3 x 1.15.
    ['LowlandMeadows', 1, 'Good', { significance: 'High' }, 27.6],
    // Crops are not assessed: 2 x 1.
    ['CerealCrops', 3.5, null, {}, 7],
    ['DevelopedLandSealedSurface', 12, null, {}, 0],
    // B-1, N11: lines are measured in kilometres; ornamental hedges score 1.
    ['NativeHedgerow', 0.25, 'Moderate', { significance: 'Medium' }, 1.1],
    ['NonNativeAndOrnamentalHedgerow', 0.2, 'Poor', {}, 0.2],
    // C-1: 0.5 x 4 x 2 x 0.8 (minor) x 0.95 (minor on both banks).
    ['Ditches', 0.5, 'Moderate', { encroachment: 'Minor', riparian: 'MinorMinor' }, 3.04],
    ['Culvert', 0.1, 'Poor', {}, 0.136],
  ] as const)('%s, %d, %s', (habitat, size, condition, more, expected) => {
    expect(units(baselineUnits(parcel(habitat, size, condition, more)))).toBe(toUnits(expected))
  })
})

describe('units of a created habitat', () => {
  it.each([
    // A-2, Y11: 2 x 4 x 2 x 0.965^5 (0.8368287006).
    ['OtherNeutralGrassland', 2, 'Moderate', {}, 13.3893],
    // 1 x 8 x 3 x 1.15 x 0.33 x 0.965^15 (0.5860163055) = 5.33743650...
    ['LowlandMeadows', 1, 'Good', { significance: 'High' }, 5.3374],
    // More than thirty years count as 32: 1 x 6 x 2 x 0.33 x 0.3197967361.
    ['LowlandMixedDeciduousWoodland', 1, 'Moderate', {}, 1.2664],
    // Begun three years before: two years of five remain.
    ['OtherNeutralGrassland', 1, 'Moderate', { yearsInAdvance: 3 }, 7.4498],
    // In target condition before the loss: no time, and low difficulty.
    ['Reedbeds', 1, 'Moderate', { yearsInAdvance: 8 }, 12],
    // Work begun two years after the loss.
    ['OtherNeutralGrassland', 1, 'Moderate', { yearsOfDelay: 2 }, 6.2342],
    ['OtherNeutralGrassland', 1, 'Moderate', { spatialRisk: 'NeighbouringLpaOrNca' }, 5.021],
    // B-2, W13: 0.4 x 4 x 3 x 0.965^12 (0.6521203607).
    ['SpeciesRichNativeHedgerow', 0.4, 'Good', {}, 3.1302],
    // C-2, Z13: 0.3 x 4 x 2 x 0.965^5, at low difficulty.
    ['Ditches', 0.3, 'Moderate', {}, 2.0084],
  ] as const)('%s, %d, %s %j', (habitat, size, condition, more, expected) => {
    expect(units(creationUnits(parcel(habitat, size, condition, more)))).toBe(toUnits(expected))
  })

  it('explains each figure with the factors behind it and their sources', () => {
    const worked = creationUnits(parcel('OtherNeutralGrassland', 2, 'Moderate'))
    expect('factors' in worked && worked.years).toBe(5)
    expect(
      'factors' in worked && worked.factors.map(({ name, value, source }) => [name, value, source]),
    ).toEqual([
      ['Area', '2', 'Entered'],
      ['Distinctiveness', '4', 'Metric 4.1, sheet G-1'],
      ['Condition', '2', 'Metric 4.1, sheet G-8'],
      ['Strategic significance', '1', 'Metric 4.1, sheet G-3'],
      ['Difficulty of creation', '1', 'Metric 4.1, sheet G-3'],
      ['Time to target condition', '0.8368287006', 'Metric 4.1, sheet G-4'],
      ['Spatial risk', '1', 'Metric 4.1, sheet G-3'],
    ])
  })

  it('refuses a condition that the table does not allow, and a start both early and late', () => {
    expect(refusal(creationUnits(parcel('CerealCrops', 1, 'Good')))).toBe(
      'Cropland - Cereal crops cannot be in good condition',
    )
    expect(refusal(creationUnits(parcel('Reedbeds', 1, null)))).toBe('Choose a condition')
    const both = parcel('Reedbeds', 1, 'Good', { yearsInAdvance: 1, yearsOfDelay: 1 })
    expect(refusal(creationUnits(both))).toBe('Work cannot start both before and after the loss')
    expect(refusal(creationUnits(parcel('Moon', 1, 'Good')))).toBe('The statutory metric has no habitat Moon')
  })
})

describe('units of an enhanced habitat', () => {
  it.each([
    // A-3, AN13: poor to moderate in 10 years: ((4 x 2 - 4 x 1) x 1 x 0.7002822742 + 4 x 1) x 1.
    ['OtherNeutralGrassland', 'Poor', 'OtherNeutralGrassland', 'Moderate', {}, 6.8011],
    // From a less distinctive habitat in 12 years (G-5): ((4 x 2.5 - 2 x 1) x 0.6521203607 + 2) x 1.15.
    ['ModifiedGrassland', 'Poor', 'OtherNeutralGrassland', 'FairlyGood', { significance: 'High' }, 8.2995],
    // Crops to very high: ((8 x 3 - 2) x 0.67 x 0.5860163055 + 2).
    ['CerealCrops', null, 'LowlandMeadows', 'Good', {}, 10.6379],
    // B-3, AH13: a hedgerow becomes rich in species in 5 years: (4 x 2 - 2 x 1) x 0.8368287006 + 2.
    ['NativeHedgerow', 'Poor', 'SpeciesRichNativeHedgerow', 'Moderate', {}, 7.021],
    // C-3, AM13: poor to good in 8 years at medium difficulty: (4 x 3 - 4) x 0.67 x 0.7520011535 + 4.
    ['Ditches', 'Poor', 'Ditches', 'Good', {}, 8.0307],
  ] as const)('%s %s to %s %s', (was, before, will, after, more, expected) => {
    const worked = enhancementUnits({ habitat: was, condition: before }, parcel(will, 1, after, more))
    expect(units(worked)).toBe(toUnits(expected))
  })

  it.each([
    [
      'LowlandMeadows',
      'Poor',
      'OtherNeutralGrassland',
      'Good',
      'The habitat would be less distinctive than before',
    ],
    [
      'OtherNeutralGrassland',
      'Good',
      'OtherNeutralGrassland',
      'Poor',
      'The condition would be worse than before',
    ],
    [
      'Reedbeds',
      'Poor',
      'LowlandMeadows',
      'Good',
      'The enhancement cannot turn Wetland - Reedbeds into another habitat',
    ],
    [
      'Reedbeds',
      'Good',
      'Reedbeds',
      'Good',
      'Nothing is enhanced: distinctiveness and condition stay the same',
    ],
    ['RuralTree', 'Poor', 'RuralTree', 'Good', 'Individual trees cannot be enhanced'],
    [
      'Ditches',
      'Poor',
      'Reedbeds',
      'Good',
      'Area, hedgerow and watercourse habitats cannot be turned into each other',
    ],
    ['NativeHedgerow', 'Poor', 'LineOfTrees', 'Good', 'The metric does not allow this enhancement'],
  ] as const)('refuses %s %s to %s %s', (was, before, will, after, expected) => {
    const worked = enhancementUnits({ habitat: was, condition: before }, parcel(will, 1, after))
    expect(refusal(worked)).toBe(expected)
  })
})
