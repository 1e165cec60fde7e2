import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { WirePeriods } from '../../parts/schedule.tsx'
import { UnitsNote } from './units-note.tsx'

const said = (schedules: readonly WirePeriods[] | undefined, address = '/'): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <UnitsNote {...(schedules && { schedules })} />
    </MemoryRouter>,
  )
const FOR_EVER = [{ start: '2020-01-01', end: null, units: 4 }]
const LATER = [{ start: '9000-01-01', end: null, units: 4 }]

it('a table tells the day of its units only where another day has others', () => {
  expect(said([LATER])).toContain('As at')
  expect(said([FOR_EVER, LATER])).toContain('As at')
  expect(said([FOR_EVER])).not.toContain('As at')
  expect(said([])).not.toContain('As at')
  for (const schedules of [[FOR_EVER], []]) expect(said(schedules)).toContain('Units are')
})

it('a day that somebody chose is told, and so is that of units that are not known', () => {
  expect(said([FOR_EVER], '/?on=2030-06-01')).toContain('On 1 Jun 2030')
  expect(said(undefined)).toContain('As at')
})
