import { expect, it } from 'vitest'
import { howItLies, readSoughtSerial } from './sought-serial.ts'

const read = (typed: string) => {
  const sought = readSoughtSerial(typed)
  return sought && [sought.letter, sought.service, sought.day, sought.first, sought.last]
}

it('a serial is read whole, as one unit, as a day and as a service, however it is typed', () => {
  expect(read('B2-20260506-1-60000')).toEqual(['B', 2, '2026-05-06', 1, 60000])
  expect(read(' n2 – 20260506 – 500 – 900 ')).toEqual(['N', 2, '2026-05-06', 500, 900])
  expect(read('N2-20260506-750')).toEqual(['N', 2, '2026-05-06', 750, 750])
  expect(read('p12-20270101')).toEqual(['P', 12, '2027-01-01', null, null])
  expect(read('P12')).toEqual(['P', 12, null, null, null])
})

it('what is no serial is none', () => {
  for (const typed of ['', 'B', 'B0', 'P001', 'X2', 'B2-20261332', 'B2-20260506-9-1', 'B2-1-2', 'ST4421'])
    expect(read(typed), typed).toBe(null)
})

it('why a block is found is said by how the two lie', () => {
  const held = { first: 1, last: 60_000, start: '2026-05-06', end: null }
  const why = (typed: string, of = held) => howItLies(readSoughtSerial(typed)!, of)
  expect(why('B2-20260506-1-60000')).toBe('Its serial')
  expect(why('B2-20260506-500-900')).toBe('Serial 500-900 lies in it')
  expect(why('B2-20260506-750')).toBe('Unit 750 lies in it')
  expect(why('B2-20260506-59000-70000')).toBe('Serial 59000-70000 overlaps it')
  expect(why('B2-20260506-1-70000')).toBe('It lies in serial 1-70000')
  expect(why('B2-20260506-1-60000', { ...held, start: '2028-05-15' })).toBe(
    'The same units, from 15 May 2028 on',
  )
  expect(why('B2')).toBe('Serial of B2')
})
