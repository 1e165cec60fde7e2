import { expect, it } from 'vitest'
import { heldFundsByYear } from './held-funds.ts'

it('the curve of held money has every year, and ends at nothing', () => {
  expect(heldFundsByYear([])).toEqual([])
  expect(
    heldFundsByYear([
      { year: 2030, amount: 100 },
      { year: 2028, amount: 50 },
      { year: 2028, amount: 25 },
    ]),
  ).toEqual([
    { year: 2028, due: 75, heldAfter: 100 },
    { year: 2029, due: 0, heldAfter: 100 },
    { year: 2030, due: 100, heldAfter: 0 },
  ])
})
