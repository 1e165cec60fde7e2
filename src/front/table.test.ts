import { expect, it } from 'vitest'
import { showExactUnits, toUnits } from '@credit-market/values/units'
import type { Html } from './html.ts'
import { htmlTable } from './table.ts'

const numbersIn = ({ markup: html }: Html): string[] =>
  [...html.matchAll(/[\d,]+\.\d+/g)].map(([number]) => number)

it('numbers in a column have as many decimals as the most precise one, including the total', () => {
  const units = (quantity: number): string => showExactUnits(toUnits(quantity))
  const table = htmlTable<number>(
    'Units',
    [
      { title: 'Name', cell: () => 'A' },
      { title: 'Certified', isNumber: true, cell: units },
      { title: 'Sold', isNumber: true, cell: quantity => units(quantity * 2) },
    ],
    [1234.5, 0.125],
    { sums: ['Total', units(1234.625), units(2469.25)] },
  )
  expect(numbersIn(table)).toEqual([
    ...['1,234.500', '2,469.00'],
    ...['0.125', '0.25'],
    ...['1,234.625', '2,469.25'],
  ])
})
