import { expect, it } from 'vitest'
import { showExactUnits, unitsOf } from '#domain/units'
import type { Html } from './html.ts'
import { tableOf } from './table.ts'

const numbersIn = ({ markup: html }: Html): string[] =>
  [...html.matchAll(/[\d,]+\.\d+/g)].map(([number]) => number)

it('numbers of a column have as many decimals as the one that has most, with their sum', () => {
  const units = (quantity: number): string => showExactUnits(unitsOf(quantity))
  const table = tableOf<number>(
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
