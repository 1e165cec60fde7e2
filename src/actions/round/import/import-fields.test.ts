import { expect, it } from 'vitest'
import { type ColumnDefinition, IMPORT_LIST_NAMES, findImportField } from '#contract/columns/column'
import { COLUMNS } from '#contract/columns/index'
import { columnsByHeading, IMPORT_LISTS } from './import-lists.ts'

it.each(IMPORT_LIST_NAMES)('every column that an import of %s reads fills one of its fields', list => {
  const fields = Object.keys(columnsByHeading(IMPORT_LISTS[list]))
  const filled = Object.entries<ColumnDefinition>(COLUMNS[IMPORT_LISTS[list].brings]).flatMap(
    ([name, column]) => {
      const field = findImportField(name, column, list)
      return typeof field === 'object' ? Object.values(field) : (field ?? [])
    },
  )
  expect(fields).toEqual(expect.arrayContaining(filled))
  expect(filled.length).toBeGreaterThan(3)
})
