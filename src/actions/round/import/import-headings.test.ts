import { expect, it } from 'vitest'
import { parseList } from './import-headings.ts'

it('accepts the headings that downloads had before', () => {
  const cells = { csvId: 'A1', 'Three words': 'filled.count.soap', 'Place told to others': 'exact' }
  const { rows, faults } = parseList('suppliers', {
    ...{ id: 'file', name: 'projects.csv' },
    ...{ header: Object.keys(cells), rows: [{ line: 2, cells }] },
  })
  expect(faults).toEqual([])
  expect(rows).toEqual([
    { line: 2, cells: { csvId: 'A1', threeWords: 'filled.count.soap', placePrecision: 'exact' } },
  ])
})
