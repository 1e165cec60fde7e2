import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { BalanceOfType, BalancePeriod } from '#contract/kit/balance'
import { BalanceBand } from './band.tsx'
import { createBalanceBandAxis, layOutBalanceBand } from './band-layout.ts'

const TODAY = '2026-11-22'
const NOTHING = {
  total: 0,
  unsold: 0,
  reserve: 0,
  rightsCreated: 0,
  rightsAllocated: 0,
  issued: 0,
  redeemed: 0,
  retired: 0,
}
const held = (lines: Partial<typeof NOTHING>) => ({ ...NOTHING, ...lines })
const period = (start: string, end: string | null, lines: Partial<typeof NOTHING>): BalancePeriod => ({
  start,
  end,
  ...held(lines),
})
const sheetOf = (...periods: BalancePeriod[]): BalanceOfType => ({
  creditType: 'NutrientMitigationPhosphorous',
  credits: 1,
  onDay: NOTHING,
  periods,
})
const PILOT = sheetOf(
  period('2025-09-28', '2026-05-06', { total: 4.2, unsold: 4.2 }),
  period('2026-05-06', '2028-05-15', { total: 4.2, unsold: 1.01, reserve: 0.29, issued: 2.9 }),
  period('2028-05-15', null, { total: 4.2, unsold: 3.91, reserve: 0.29 }),
)

const drawn = (sheet: BalanceOfType, on: string) =>
  renderToStaticMarkup(<BalanceBand sheet={sheet} day={{ on, today: TODAY, choose: () => undefined }} />)
const legendOf = (markup: string): string[] => {
  const [legend = ''] = /<table class="band-legend">.*?<\/table>/s.exec(markup) ?? []
  return legend
    .split('<tr>')
    .slice(1)
    .map(row =>
      row
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
}

it('the legend lists the amounts of the chosen day, and they add up', () => {
  expect(legendOf(drawn(PILOT, TODAY))).toEqual([
    'Unsold 1.01',
    'Reserve 0.29',
    'Issued 2.90',
    'Certified 4.20',
  ])
  expect(legendOf(drawn(PILOT, '2026-01-01'))).toEqual([
    'Unsold 4.20',
    'Reserve 0.00',
    'Issued 0.00',
    'Certified 4.20',
  ])
  expect(legendOf(drawn(PILOT, '2025-01-01')).at(-1)).toBe('Certified 0.00')
})

it('samples have figures for the date of the exact ones only, until all periods are there', () => {
  const exact = held({ total: 4.2, unsold: 0.7, redeemed: 3.5 })
  const on = (date: string, coarse?: { on: string; showAll: () => void }) =>
    renderToStaticMarkup(
      <BalanceBand
        sheet={{ ...PILOT, onDay: exact }}
        day={{ on: date, today: TODAY, choose: () => undefined }}
        coarse={coarse}
      />,
    )
  const coarse = { on: TODAY, showAll: () => undefined }
  expect(legendOf(on(TODAY, coarse))).toEqual([
    'Unsold 0.70',
    'Reserve 0.00',
    'Issued 0.00',
    'Redeemed 3.50',
    'Certified 4.20',
  ])
  expect(legendOf(on('2026-01-01', coarse)).at(-1)).toBe('Certified …')
  expect(on('2026-01-01', coarse)).toContain(
    'aria-label="Phosphorous credits. On 1 Jan 2026, as things stand today"',
  )
  expect(legendOf(on('2026-01-01')).at(-1)).toBe('Certified 4.20')
})

it('the drawing names the date and the unit of its figures', () => {
  expect(drawn(PILOT, '2028-05-15')).toContain(
    'On 15 May 2028, as things stand today: Certified 4.20. Unsold 3.91, Reserve 0.29, Issued 0.00',
  )
  expect(drawn(PILOT, TODAY)).toContain('in kg of phosphorus a year')
})

it('a constant schedule is described in words instead of drawn', () => {
  const markup = drawn(sheetOf(period('2026-01-01', null, { total: 2, unsold: 2 })), TODAY)
  expect(markup).not.toContain('role="img"')
  expect(markup).toContain('2.00 from 1 Jan 2026, for ever')
})

it('every date has a place on the axis, later ones further right, even far in the future', () => {
  const { x } = createBalanceBandAxis(PILOT.periods, TODAY, 600)
  const places = ['2025-09-28', TODAY, '2028-05-15', '2040-01-01', '2200-01-01'].map(x)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(new Set(places).size).toBe(places.length)
  expect(places.at(0)).toBe(0)
  expect(places.at(-1)).toBeLessThanOrEqual(600)
})

it('the blocks of a period are stacked without gaps, as high as the certified units', () => {
  const axis = createBalanceBandAxis(PILOT.periods, TODAY, 600)
  const blocks = layOutBalanceBand(PILOT.periods, axis, 600).filter(({ start }) => start === '2026-05-06')
  expect(blocks.map(({ holding }) => holding)).toEqual(['issued', 'reserve', 'unsold'])
  expect(blocks.map(({ low }) => low)).toEqual([0, ...blocks.slice(0, -1).map(({ high }) => high)])
  expect(blocks.at(-1)?.high).toBeCloseTo(4.2, 4)
})
