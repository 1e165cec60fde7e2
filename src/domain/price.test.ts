import { expect, it } from 'vitest'
import { pricePerUnit } from './price.ts'

const nitrogen = (units: number) => ({ creditType: 'NutrientMitigationNitrogen' as const, units })
const biodiversity = (units: number) => ({ creditType: 'Biodiversity' as const, units })

it('the price of a unit is the amount by all units of the type', () => {
  expect(pricePerUnit(1_000_00, [nitrogen(40_000)])).toBe(250_00)
  // Ongoing and additional units are units alike.
  expect(pricePerUnit(1_000_00, [nitrogen(30_000), nitrogen(10_000)])).toBe(250_00)
  expect(pricePerUnit(100, [nitrogen(30_000)])).toBe(33)
})

it('a type of which there are no units does not stand in the way', () => {
  expect(pricePerUnit(1_000_00, [nitrogen(40_000), biodiversity(0)])).toBe(250_00)
})

it('where there is no price of a unit it says why', () => {
  expect(pricePerUnit(1_000_00, [nitrogen(40_000), biodiversity(10_000)])).toContain('several types')
  expect(pricePerUnit(1_000_00, [])).toContain('no units')
  expect(pricePerUnit(1_000_00, [biodiversity(0)])).toContain('no units')
})
