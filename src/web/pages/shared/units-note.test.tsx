import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { UnitsByPeriod } from '../../parts/values/schedule.tsx'
import { UnitsNote } from './units-note.tsx'

const said = (schedules: readonly UnitsByPeriod[] | undefined, address = '/'): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <UnitsNote {...(schedules && { schedules })} />
    </MemoryRouter>,
  )
const FOR_EVER = [{ start: '2020-01-01', end: null, units: 4 }]
const LATER = [{ start: '9000-01-01', end: null, units: 4 }]

it('a table shows the date of its units only where another date would change them', () => {
  expect(said([LATER])).toContain('As at')
  expect(said([FOR_EVER, LATER])).toContain('As at')
  expect(said([FOR_EVER])).not.toContain('As at')
  expect(said([])).not.toContain('As at')
  for (const schedules of [[FOR_EVER], []]) expect(said(schedules)).toContain('Units are')
})

it('shows a date that the reader chose, and the date of units that are not known', () => {
  expect(said([FOR_EVER], '/?on=2030-06-01')).toContain('On 1 Jun 2030')
  expect(said(undefined)).toContain('As at')
})
