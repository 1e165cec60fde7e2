import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CONDITIONS } from '../src/habitat.ts'
import { creationUnits } from '../src/units.ts'
import { toUnits } from '@credit-market/values/units'

// Formulas of the statutory workbook 4.1 itself, rows 11 and 13 of sheets A-2, B-2 and C-2, evaluated for one hectare
// or kilometre of each habitat in each possible condition, created some years before the loss ("years:units").
const rows = readFileSync(new URL('created-in-advance.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)

it.each(rows)('gives the units of the workbook: %s', row => {
  const [habitat = '', said = '', cells = ''] = row.split(',')
  const condition = CONDITIONS.find(one => one === said) ?? null
  const size = toUnits(1)
  const differences = cells.split(' ').filter(cell => {
    const [yearsInAdvance, expected = NaN] = cell.split(':').map(Number)
    const worked = creationUnits({ habitat, size, condition, significance: 'Low', yearsInAdvance })
    return !('units' in worked) || !(Math.abs(worked.units / 10_000 - expected) <= 0.000_05 + 1e-9)
  })
  expect(differences).toEqual([])
})
