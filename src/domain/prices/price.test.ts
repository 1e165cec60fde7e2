import { expect, it } from 'vitest'
import { pricePerUnit } from './price.ts'

const nitrogen = (units: number) => ({ creditType: 'NutrientMitigationNitrogen' as const, units })
const biodiversity = (units: number) => ({ creditType: 'Biodiversity' as const, units })

it('the price per unit is the amount divided by all units of the type', () => {
  expect(pricePerUnit(1_000_00, [nitrogen(40_000)])).toBe(250_00)
  // Ongoing and additional units are units alike.
  expect(pricePerUnit(1_000_00, [nitrogen(30_000), nitrogen(10_000)])).toBe(250_00)
  expect(pricePerUnit(100, [nitrogen(30_000)])).toBe(33)
})

it('a type without units does not prevent a price per unit', () => {
  expect(pricePerUnit(1_000_00, [nitrogen(40_000), biodiversity(0)])).toBe(250_00)
})

it('a missing price per unit has a reason', () => {
  expect(pricePerUnit(1_000_00, [nitrogen(40_000), biodiversity(10_000)])).toContain('several types')
  expect(pricePerUnit(1_000_00, [])).toContain('no units')
  expect(pricePerUnit(1_000_00, [biodiversity(0)])).toContain('no units')
})
