import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UnitsOn } from './units-on-day.tsx'

const said = (
  periods: { start: string; end: string | null; units: number }[],
  on: string,
  isChosen = false,
): string =>
  renderToStaticMarkup(<UnitsOn periods={periods} on={on} isChosen={isChosen} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

it('units that begin later are shown with the day on which they do, and not as none', () => {
  const later = [{ start: '2040-01-01', end: null, units: 4 }]
  expect(said(later, '2030-06-01')).toMatch(/^4\.00 .*1 Jan 2040/)
  expect(said(later, '2041-06-01')).toBe('4.00')
  expect(said([], '2030-06-01')).toBe('0.00')
})

it('units of a day that somebody chose are those of the day, so that they add up', () => {
  const later = [{ start: '2040-01-01', end: null, units: 4 }]
  expect(said(later, '2030-06-01', true)).toMatch(/^0\.00 .*1 Jan 2040/)
})
