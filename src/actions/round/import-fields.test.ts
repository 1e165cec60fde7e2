import { expect, it } from 'vitest'
import { type ColumnCard, IMPORT_LIST_NAMES, importFieldOf } from '#contract/columns/column'
import { COLUMNS } from '#contract/columns/index'
import { columnsOf, IMPORT_LISTS } from './import-lists.ts'

it.each(IMPORT_LIST_NAMES)('every column that an import of %s reads fills a field of it', list => {
  const fields = Object.keys(columnsOf(IMPORT_LISTS[list]))
  const filled = Object.entries<ColumnCard>(COLUMNS[IMPORT_LISTS[list].brings]).flatMap(([name, column]) => {
    const field = importFieldOf(name, column, list)
    return typeof field === 'object' ? Object.values(field) : (field ?? [])
  })
  expect(fields).toEqual(expect.arrayContaining(filled))
  expect(filled.length).toBeGreaterThan(3)
})
