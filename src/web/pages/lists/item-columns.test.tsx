import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { UnitsWon } from '#contract/round/item-result'
import type { ProceedsView } from '#contract/kit/values'
import { paymentColumn } from './item-columns.tsx'

const words = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Renders a cell, with what is visible and what unfolds. */
const cellOf = (won: UnitsWon, proceeds: ProceedsView | null = null) => {
  const column = paymentColumn<object>(
    'receives',
    'Receives',
    () => 70_126.3,
    () => 39_264.45,
    () => won,
    () => proceeds,
  )
  const [seen = '', more = ''] = renderToStaticMarkup(<>{column.cell({})}</>).split('</summary>')
  return { seen: words(seen), more: words(more) }
}

it('a payment shows the units that were won, not those supplied', () => {
  expect(cellOf([{ creditType: 'Biodiversity', units: 1.786 }])).toEqual({
    seen: '£70,126 for 1.79 biodiversity £39,264 per unit',
    more: '',
  })
})

it('a payment for many types is three lines high, and the rest expands', () => {
  const cell = cellOf(
    [
      { creditType: 'Biodiversity', units: 1.786 },
      { creditType: 'NutrientMitigationNitrogen', units: 3 },
    ],
    { supplier: 60_126.3, maintenance: 0, marketOperator: 9_000, monitoring: 1_000 },
  )
  expect(cell.seen).toBe('£70,126 for 1.79 biodiversity and 5 more')
  expect(cell.more).toContain('for 3.00 kg nitrogen £60,126 for the supplier')
})
