import { Link } from 'react-router'
import type { AvailableAction } from '#contract/kit/resource'
import type { WorkbookDifference, WorkbookLine, WorkbookView } from '#contract/project/workbook'
import { differencesText } from '../../parts/messages.ts'
import { DayText, showNumber } from '../../parts/values/amounts.tsx'
import { textColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'

type DifferenceRow = WorkbookDifference & { id: string }

/** Position of a figure in a workbook. */
const place = ({ sheet, row, cell }: WorkbookDifference): string =>
  sheet === '' ? 'Not in the workbook' : `${sheet}, ${cell === null ? `row ${row}` : `cell ${cell}`}`

const nothing = <span className="quiet">Nothing</span>

const DIFFERENCES: readonly Column<DifferenceRow>[] = [
  textColumn('what', 'Figure', row => row.what, { main: true }),
  textColumn('where', 'Sheet and cell', place),
  { id: 'says', header: 'The workbook says', cell: row => row.says ?? nothing, sortBy: row => row.says },
  {
    id: 'typed',
    header: 'Typed here, or calculated',
    cell: row => row.typed ?? nothing,
    sortBy: row => row.typed,
  },
]

const figure = (value: number | null) => (value === null ? nothing : showNumber(value))

const PARTS = { baseline: 'Baseline', creation: 'Creation', enhancement: 'Enhancement' } as const
const MODULES = { Area: 'Area', Linear: 'Hedgerow', River: 'Watercourse', NA: 'Nutrients' } as const

const LINES: readonly Column<WorkbookLine>[] = [
  {
    id: 'says',
    header: 'Row',
    main: true,
    cell: ({ says, unfit }) => (
      <>
        {says}
        {unfit && <p className="quiet small">{unfit}</p>}
      </>
    ),
    sortBy: row => row.says,
  },
  {
    id: 'where',
    header: 'Sheet and row',
    cell: ({ sheet, row }) => `${sheet}, row ${row}`,
    sortBy: row => row.id,
  },
  {
    id: 'module',
    header: 'Module',
    cell: row => [row.module && MODULES[row.module], row.part && PARTS[row.part]].filter(Boolean).join(', '),
    sortBy: row => row.module,
  },
  { id: 'size', header: 'Size', numeric: true, cell: row => figure(row.size), sortBy: row => row.size },
  {
    id: 'units',
    header: 'Units in the workbook',
    numeric: true,
    card: 'amount',
    cell: row => figure(row.units),
    sortBy: row => row.units,
  },
  {
    id: 'worked',
    header: 'Units we calculated',
    numeric: true,
    cell: row => row.why ?? figure(row.worked),
    sortBy: row => row.worked,
  },
]

const Workbook = ({ book, canFill }: { book: WorkbookView; canFill: boolean }) => (
  <Section
    heading={`Workbook: ${book.name}`}
    aside={
      canFill && (
        <Link to="?action=FillFromWorkbook" preventScrollReset>
          Fill from workbook
        </Link>
      )
    }
  >
    <KeyValues
      as="list"
      facts={[
        [
          'File',
          <a key="file" href={book.document.links.self} download>
            {book.document.name}
          </a>,
        ],
        [
          'Read',
          <span key="read">
            <DayText day={book.readAt.slice(0, 10)} />, {book.readBy}, with {differencesText(book.atReading)}{' '}
            at the time
          </span>,
        ],
        [
          'SHA-256 of the file',
          <code key="hash" className="break-anywhere">
            {book.sha256}
          </code>,
        ],
      ]}
    />
    <p className="quiet">
      We keep the file exactly as it was uploaded. It may contain macros: leave them off when you open it. We
      never run them.
    </p>
    {book.differences.length === 0 ? (
      <p>The figures in the workbook are the same as the typed ones.</p>
    ) : (
      <RowsTable
        caption={`${differencesText(book.differences.length)} between the workbook and the typed figures`}
        columns={DIFFERENCES}
        rows={book.differences.map((row, at) => ({ ...row, id: String(at) }))}
      />
    )}
    <details>
      <summary>All rows with figures: {book.lines.length}</summary>
      <RowsTable caption={`Rows of ${book.document.name}`} columns={LINES} rows={book.lines} />
    </details>
  </Section>
)

/**
 * Workbooks of a project or credit requirement, with all differences from the typed figures and the action
 * that fills in the figures from them.
 */
export const Workbooks = ({
  of: { workbooks, actions },
}: {
  of: { workbooks: readonly WorkbookView[]; actions: readonly AvailableAction[] }
}) => {
  const canFill = actions.some(({ id }) => id === 'FillFromWorkbook')
  return workbooks.map(book => <Workbook key={book.id} book={book} canFill={canFill} />)
}
