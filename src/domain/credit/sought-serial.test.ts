import { expect, it } from 'vitest'
import { serialMatchText, parseSerialQuery } from './sought-serial.ts'

const read = (typed: string) => {
  const sought = parseSerialQuery(typed)
  return sought && [sought.letter, sought.service, sought.day, sought.first, sought.last]
}

it('a serial is read whole, as one unit, as a day and as a service, however it is typed', () => {
  expect(read('B2-20260506-1-60000')).toEqual(['B', 2, '2026-05-06', 1, 60000])
  expect(read(' n2 – 20260506 – 500 – 900 ')).toEqual(['N', 2, '2026-05-06', 500, 900])
  expect(read('N2-20260506-750')).toEqual(['N', 2, '2026-05-06', 750, 750])
  expect(read('p12-20270101')).toEqual(['P', 12, '2027-01-01', null, null])
  expect(read('P12')).toEqual(['P', 12, null, null, null])
})

it('anything that is not a serial is rejected', () => {
  for (const typed of ['', 'B', 'B0', 'P001', 'X2', 'B2-20261332', 'B2-20260506-9-1', 'B2-1-2', 'ST4421'])
    expect(read(typed), typed).toBe(null)
})

it('the reason for a hit says how the block and the searched serial overlap', () => {
  const held = { first: 1, last: 60_000, start: '2026-05-06', end: null }
  const why = (typed: string, of = held) => serialMatchText(parseSerialQuery(typed)!, of)
  expect(why('B2-20260506-1-60000')).toBe('Exactly this serial')
  expect(why('B2-20260506-500-900')).toBe('Contains serial 500-900')
  expect(why('B2-20260506-750')).toBe('Contains unit 750')
  expect(why('B2-20260506-59000-70000')).toBe('Overlaps serial 59000-70000')
  expect(why('B2-20260506-1-70000')).toBe('Part of serial 1-70000')
  expect(why('B2-20260506-1-60000', { ...held, start: '2028-05-15' })).toBe('Same units, from 15 May 2028')
  expect(why('B2')).toBe('Serial of B2')
})
