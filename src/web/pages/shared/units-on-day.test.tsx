import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { CreditsOnDate, UnitsOnDate } from './units-on-day.tsx'

const words = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const said = (
  periods: { start: string; end: string | null; units: number }[],
  on: string,
  isChosen = false,
): string => words(renderToStaticMarkup(<UnitsOnDate periods={periods} on={on} isChosen={isChosen} />))

it('units that begin later are shown with their start date instead of as none', () => {
  const later = [{ start: '2040-01-01', end: null, units: 4 }]
  expect(said(later, '2030-06-01')).toMatch(/^4\.00 .*1 Jan 2040/)
  expect(said(later, '2041-06-01')).toBe('4.00')
  expect(said([], '2030-06-01')).toBe('0.00')
})

it('shows the units of a chosen date as they are on that date, so that they add up', () => {
  const later = [{ start: '2040-01-01', end: null, units: 4 }]
  expect(said(later, '2030-06-01', true)).toMatch(/^0\.00 .*1 Jan 2040/)
})

it('units of several types have a line each, and their future expands', () => {
  const credit = (creditType: CreditType, units: number) => ({
    creditType,
    units: 0,
    unitsPerPeriod: [{ start: '2040-01-01', end: null, units }],
  })
  const both = [credit('Biodiversity', 4), credit('NutrientMitigationNitrogen', 3)]
  const html = renderToStaticMarkup(<CreditsOnDate credits={both} on="2030-06-01" isChosen={false} />)
  const [seen = '', more = ''] = html.split('</summary>')
  expect(words(seen)).toBe('4.00 biodiversity 3.00 kg nitrogen When')
  expect(words(more)).toMatch(/^biodiversity: 4\.00 .*1 Jan 2040.* kg nitrogen: 3\.00 /)
})
