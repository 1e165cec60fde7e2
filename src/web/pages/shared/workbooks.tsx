import { Link } from 'react-router'
import type { AvailableAction } from '#contract/resource'
import type { WorkbookDifference, WorkbookLine, WorkbookView } from '#contract/workbook'
import { DayText } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'

type DifferenceRow = WorkbookDifference & { id: string }

/** Where a figure stands, as one finds it in the workbook. */
const place = ({ sheet, row, cell }: WorkbookDifference): string =>
  sheet === '' ? 'Not in the workbook' : `${sheet}, ${cell === null ? `row ${row}` : `cell ${cell}`}`

const nothing = <span className="quiet">Nothing</span>

const DIFFERENCES: readonly Column<DifferenceRow>[] = [
  { id: 'what', header: 'Figure', main: true, cell: row => row.what, sortBy: row => row.what },
  { id: 'where', header: 'Sheet and cell', cell: place, sortBy: place },
  { id: 'says', header: 'The workbook says', cell: row => row.says ?? nothing, sortBy: row => row.says },
  {
    id: 'typed',
    header: 'Typed, or by our tables',
    cell: row => row.typed ?? nothing,
    sortBy: row => row.typed,
  },
]

const quantity = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 })
const figure = (value: number | null) => (value === null ? nothing : quantity.format(value))

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
    header: 'Units, as the workbook says',
    numeric: true,
    card: 'amount',
    cell: row => figure(row.units),
    sortBy: row => row.units,
  },
  {
    id: 'worked',
    header: 'Units, worked out by us',
    numeric: true,
    cell: row => row.why ?? figure(row.worked),
    sortBy: row => row.worked,
  },
]

const count = (many: number): string => (many === 1 ? 'one difference' : `${many} differences`)

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
            <DayText day={book.readAt.slice(0, 10)} />, {book.readBy}, with {count(book.atReading)} then
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
      The file is kept as it was uploaded. It may hold macros: leave them off when you open it. Here they are
      never run.
    </p>
    {book.differences.length === 0 ? (
      <p>It differs in nothing from what was typed.</p>
    ) : (
      <RowsTable
        caption={`Differences between the workbook and what was typed: ${count(book.differences.length)}`}
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

/** The workbooks of a project or a credit requirement, with every difference from what was typed, and the way to fill from them. */
export const Workbooks = ({
  of: { workbooks, actions },
}: {
  of: { workbooks: readonly WorkbookView[]; actions: readonly AvailableAction[] }
}) => {
  const canFill = actions.some(({ id }) => id === 'FillFromWorkbook')
  return workbooks.map(book => <Workbook key={book.id} book={book} canFill={canFill} />)
}
