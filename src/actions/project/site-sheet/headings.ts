import type { UploadedTable, UploadedTableRow } from '#domain/text/filed-document'
import { importableFields } from '../../common/sheet/table-file-field.ts'
import { name, optional, text, type Fields } from '../../kit/fields.ts'
import { setLocation } from '../set-location.ts'
import { update } from '../update.ts'

/** Actions whose questions a row of a sheet of sites answers, in this order. */
export const SITE_STEPS = [update, setLocation] as const

/** Columns of a sheet of sites by heading. */
export const SITE_COLUMNS: Fields = {
  client: optional(text('Client')),
  project: name('Name of the project'),
  ...Object.assign({}, ...SITE_STEPS.map(importableFields)),
}

/** A sheet of sites with the column names of `SITE_COLUMNS`, or errors of its headings. */
interface SiteRows {
  rows: readonly UploadedTableRow[]
  /** Heading of a column as the sheet writes it. */
  headingOf: (column: string) => string
  errors: string[]
}

const columnOf = (heading: string): string | undefined =>
  Object.keys(SITE_COLUMNS).find(column =>
    [column, SITE_COLUMNS[column]?.label].some(one => one?.toLowerCase() === heading.trim().toLowerCase()),
  )

/** Reads a sheet by its headings: the names of columns or the labels of the forms, in capitals or not. */
export const readSiteRows = ({ header, rows }: UploadedTable): SiteRows => {
  const headings = new Map<string, string>()
  const errors: string[] = []
  for (const heading of header) {
    const column = columnOf(heading)
    const other = column && headings.get(column)
    if (!column)
      errors.push(
        `Row 1, column ${heading || '(empty)'}: there is no such column. Remove it, or use one of these names: ${Object.keys(SITE_COLUMNS).join(', ')}.`,
      )
    else if (other !== undefined)
      errors.push(`Row 1: the columns ${other} and ${heading} are the same. Remove one of them.`)
    else headings.set(column, heading)
  }
  if (!headings.has('project'))
    errors.push('Row 1: the column project is missing. Add it with the name of each project.')
  if (errors.length === 0 && rows.length === 0) errors.push('The file has no rows below its headings.')
  return {
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        [...headings].map(([column, heading]) => [column, (cells[heading] ?? '').trim()]),
      ),
    })),
    headingOf: column => headings.get(column) ?? column,
    errors,
  }
}
