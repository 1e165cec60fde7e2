import { expect, it } from 'vitest'
import { showFileSize } from './file-size.ts'

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
