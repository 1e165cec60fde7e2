import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { UploadedTableRow, UploadedTable } from '#domain/text/filed-document'
import {
  downloadColumns,
  type ImportField,
  findImportField,
  type ImportListName,
} from '#contract/columns/column'
import { COLUMNS } from '#contract/columns/index'
import { columnsByHeading, IMPORT_LISTS } from './import-lists.ts'

/** A list as questions of an import, with the headings of the import or those of a download. */
export interface ParsedList {
  rows: readonly UploadedTableRow[]
  /** Heading of a question in the file. */
  headingOf: (question: string) => string
  /** Questions whose column came from a download, which has more data than a question asks for. */
  isDownloaded: (question: string) => boolean
  /** Columns of a download that are only for information, and the number of rows for another list. */
  told: string[]
  others: number
  /** Faults of the headings. */
  faults: string[]
}

type Known = ReturnType<typeof downloadColumns>[number]

const isHeading = (written: string, [heading, , { isDated, formerHeading }]: Known): boolean =>
  isDated ? written.startsWith(`${heading} `) : written === heading || written === formerHeading

const isBiodiversity = (creditType: string): boolean =>
  ['Biodiversity', CREDIT_TYPE_LABELS.Biodiversity].some(
    name => name.toLowerCase() === creditType.toLowerCase(),
  )

/** Questions that a column may answer. */
const askedBy = (asks: ImportField | undefined): string[] =>
  asks === undefined ? [] : typeof asks === 'string' ? [asks] : Object.values(asks)

/** Reads a list by its headings: those of the import, or those of a download of the list. */
export const parseList = (list: ImportListName, { header, rows }: UploadedTable): ParsedList => {
  const { brings, capacity } = IMPORT_LISTS[list]
  const own = Object.keys(columnsByHeading(IMPORT_LISTS[list]))
  const downloaded = new Map(
    header
      .filter(written => !own.includes(written))
      .flatMap(written =>
        downloadColumns(COLUMNS[brings])
          .filter(one => isHeading(written, one))
          .map(([, name, column]) => [
            written,
            { isCapacity: column.isCapacity, asks: findImportField(name, column, list) },
          ]),
      ),
  )
  const headings = new Map<string, string>()
  const faults: string[] = []
  for (const written of header) {
    const column = downloaded.get(written)
    if (!own.includes(written) && !column)
      faults.push(
        `Row 1, column ${written || '(empty)'}: there is no such column. Remove it, or use one of these names: ${own.join(', ')}.`,
      )
    for (const question of column ? askedBy(column.asks) : [written]) {
      const other = headings.get(question)
      if (other !== undefined)
        faults.push(`Row 1: the columns ${other} and ${written} are the same. Remove one of them.`)
      headings.set(question, written)
    }
  }
  if (!headings.has('csvId'))
    faults.push('Row 1: the column csvId is missing. Add it to show which organisation each row belongs to.')

  const capacityHeading = header.find(written => downloaded.get(written)?.isCapacity)
  const isOurs = ({ cells }: UploadedTableRow) => {
    const said = capacityHeading === undefined ? '' : (cells[capacityHeading] ?? '')
    return said === '' || said.toLowerCase() === capacity.toLowerCase()
  }
  const ours = rows.filter(isOurs)
  return {
    rows: ours.map(({ line, cells }) => ({
      line,
      cells: Object.fromEntries(
        Object.entries(cells).flatMap(([written, cell]) => {
          const column = downloaded.get(written)
          if (!column) return [[written, cell]]
          const { asks } = column
          if (asks === undefined) return []
          if (typeof asks === 'string') return [[asks, cell]]
          const creditType = cells[headings.get('creditType') ?? ''] ?? ''
          return [[isBiodiversity(creditType) ? asks.biodiversity : asks.nutrients, cell]]
        }),
      ),
    })),
    headingOf: question => headings.get(question) ?? question,
    isDownloaded: question => downloaded.has(headings.get(question) ?? ''),
    told: [...downloaded].flatMap(([written, column]) =>
      column.isCapacity || column.asks !== undefined ? [] : [written],
    ),
    others: rows.length - ours.length,
    faults,
  }
}
