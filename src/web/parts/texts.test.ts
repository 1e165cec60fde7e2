import { expect, it } from 'vitest'
import { showFileSize, phoneText } from './texts.ts'

it('the size of a file is shown in Kb, or Mb above 1024 Kb', () => {
  const kilobytes = [0.5, 12, 1024, 1025, 25 * 1024]
  expect(kilobytes.map(kb => showFileSize(kb * 1024))).toEqual([
    '0.5 Kb',
    '12 Kb',
    '1,024 Kb',
    '1 Mb',
    '25 Mb',
  ])
})

it.each([
  ['+447700900123', '+44 7700 900123'],
  ['+441632960777', '+44 1632 960777'],
  ['+442079460123', '+44 20 7946 0123'],
  ['+441134960123', '+44 113 496 0123'],
  ['+441514960123', '+44 151 496 0123'],
  ['+443001231234', '+44 300 123 1234'],
  ['+353201234567', '+353201234567'],
  ['+44770090012', '+44770090012'],
  ['ask Fay', 'ask Fay'],
])('%s is read as %s', (kept, read) => {
  expect(phoneText(kept)).toBe(read)
})
