import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { TableRow, UploadedTable } from '#domain/filed-document'
import { downloadsOf, type ImportField, importFieldOf, type ImportListName } from '#contract/columns/column'
import { COLUMNS } from '#contract/columns/index'
import { columnsOf, IMPORT_LISTS } from './import-lists.ts'

/** A list in the questions of an import, whether its headings are these or those of a download. */
export interface ReadList {
  rows: readonly TableRow[]
  /** How the file calls a question. */
  headingOf: (question: string) => string
  /** Those whose column came by a download, which says more of a thing than is asked of it. */
  isDownloaded: (question: string) => boolean
  /** The columns of a download that only tell, and how many rows are for another list. */
  told: string[]
  others: number
  /** What is wrong with the headings. */
  faults: string[]
}

type Known = ReturnType<typeof downloadsOf>[number]

const isHeading = (written: string, [heading, , { isDated }]: Known): boolean =>
  isDated ? written.startsWith(`${heading} `) : written === heading

const isBiodiversity = (creditType: string): boolean =>
  ['Biodiversity', CREDIT_TYPE_LABELS.Biodiversity].some(
    name => name.toLowerCase() === creditType.toLowerCase(),
  )

/** The questions that a column may answer. */
const askedBy = (asks: ImportField | undefined): string[] =>
  asks === undefined ? [] : typeof asks === 'string' ? [asks] : Object.values(asks)

/** Reads a list by its headings: those of the import itself, or those that a download of the list has. */
export const readList = (list: ImportListName, { header, rows }: UploadedTable): ReadList => {
  const { brings, capacity } = IMPORT_LISTS[list]
  const own = Object.keys(columnsOf(IMPORT_LISTS[list]))
  const downloaded = new Map(
    header
      .filter(written => !own.includes(written))
      .flatMap(written =>
        downloadsOf(COLUMNS[brings])
          .filter(one => isHeading(written, one))
          .map(([, name, column]) => [
            written,
            { isCapacity: column.isCapacity, asks: importFieldOf(name, column, list) },
          ]),
      ),
  )
  const headings = new Map<string, string>()
  const faults: string[] = []
  for (const written of header) {
    const column = downloaded.get(written)
    if (!own.includes(written) && !column)
      faults.push(
        `Row 1, column ${written || '(empty)'}: There is no such column. Leave it out, or name it as one of ${own.join(', ')}.`,
      )
    for (const question of column ? askedBy(column.asks) : [written]) {
      const other = headings.get(question)
      if (other !== undefined)
        faults.push(`Row 1: The columns ${other} and ${written} say the same. Leave one of them out.`)
      headings.set(question, written)
    }
  }
  if (!headings.has('csvId'))
    faults.push('Row 1: The column csvId is missing. Add it: it says whose row it is.')

  const capacityHeading = header.find(written => downloaded.get(written)?.isCapacity)
  const isOurs = ({ cells }: TableRow) => {
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
