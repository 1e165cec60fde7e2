import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { paymentColumn } from './item-columns.tsx'

it('a payment says for which units it is: those that were won, not those supplied', () => {
  const column = paymentColumn<object>(
    'receives',
    'Receives',
    () => 70_126.3,
    () => 39_264.45,
    () => [{ creditType: 'Biodiversity', units: 1.786 }],
  )
  const text = renderToStaticMarkup(<>{column.cell({})}</>)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
  expect(text).toContain('for 1.79 biodiversity')
})
