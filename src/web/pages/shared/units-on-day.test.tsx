import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UnitsOn } from './units-on-day.tsx'

const said = (periods: { start: string; end: string | null; units: number }[], on: string): string =>
  renderToStaticMarkup(<UnitsOn periods={periods} on={on} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

it('units that begin later are shown with the day on which they do, and not as none', () => {
  const later = [{ start: '2040-01-01', end: null, units: 4 }]
  expect(said(later, '2030-06-01')).toMatch(/^4\.00 .*1 Jan 2040/)
  expect(said(later, '2041-06-01')).toBe('4.00')
  expect(said([], '2030-06-01')).toBe('0.00')
})
