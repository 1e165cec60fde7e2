import { expect, it } from 'vitest'
import { toUnits } from '@credit-market/values/units'
import { habitatUplift, possibleCondition } from './uplift.ts'

const CROPS = { habitat: 'CerealCrops', condition: null }
const LEY = { habitat: 'ModifiedGrassland', condition: 'Moderate' } as const

it('cropland becomes neutral grassland by creation', () => {
  // 2 ha × 4 × 2 × 0.965 to the power 5 = 13.3893 created, of low difficulty; 2 ha × 2 × 1 = 4 existing.
  const found = habitatUplift(CROPS, { habitat: 'OtherNeutralGrassland', condition: 'Moderate' }, toUnits(2))
  expect(found).toEqual({ method: 'Creation', net: 93_893, years: 5 })
})

it('the way with more net units is taken', () => {
  const to = { habitat: 'LowlandMeadows', condition: 'Moderate' } as const
  expect(habitatUplift(LEY, to, toUnits(1))?.method).toBe('Enhancement')
})

it('a change to another broad habitat is a creation', () => {
  const to = { habitat: 'LowlandMeadows', condition: 'Moderate' } as const
  expect(habitatUplift(CROPS, to, toUnits(1))?.method).toBe('Creation')
})

it('nothing is gained from a better habitat that becomes a worse one', () => {
  const meadow = { habitat: 'LowlandMeadows', condition: 'Good' } as const
  expect(
    habitatUplift(meadow, { habitat: 'OtherNeutralGrassland', condition: 'Good' }, toUnits(1)),
  ).toBeNull()
})

it('a condition is null where it is not assessed, and undefined where it is impossible', () => {
  expect(possibleCondition('CerealCrops', 'Good')).toBeNull()
  expect(possibleCondition('LowlandMeadows', 'Good')).toBe('Good')
  expect(possibleCondition('Nowhere', 'Good')).toBeUndefined()
})
