import { Link, useParams } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import {
  type BookedItem,
  type DueInRound,
  moneyPageAddress,
  readRoundBooks,
  type RoundBooks,
} from '#contract/money/money'
import { pageAddress } from '#contract/nouns/nouns'
import { penceOf, poundsOf } from '@credit-market/values/money'
import { ACCOUNT_PURPOSES, ACCOUNT_TEXTS, type AccountPurpose } from '#domain/money/account'
import { useAnswer } from '../../api/api.ts'
import { DownloadIcon } from '../../icons/icons.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { dayColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { DayText, Money, ShowPence } from '../../parts/values/amounts.tsx'
import { DUE_LATER_TEXT, instalmentEventText, DUE_DATES_TEXT } from './messages.ts'
import { PageBoundary } from '../shared/page-boundary.tsx'
import '../shared/pages.css'

type Row = BookedItem & { id: string }

const amountColumn = (purpose: AccountPurpose): Column<Row> => ({
  id: purpose,
  header: ACCOUNT_TEXTS[purpose].label,
  numeric: true,
  sortBy: ({ amounts }) => amounts[purpose],
  cell: ({ amounts }) => amounts[purpose] !== 0 && <Money pounds={amounts[purpose]} />,
})

const columnsOf = ({ totals, items }: RoundBooks): Column<Row>[] => [
  {
    id: 'item',
    header: 'Offer or bid',
    main: true,
    sortBy: ({ item }) => item.name,
    cell: ({ item, party }) => (
      <>
        <Link to={pageAddress(item.kind, { id: item.id })}>{item.name}</Link>
        <div className="quiet small cell-note">
          <Link to={moneyPageAddress(party.id)}>{party.name}</Link>
        </div>
      </>
    ),
  },
  ...ACCOUNT_PURPOSES.filter(
    purpose => totals[purpose] !== 0 || items.some(({ amounts }) => amounts[purpose] !== 0),
  ).map(amountColumn),
]

type DueRow = DueInRound & { id: string }

const DUE_COLUMNS: readonly Column<DueRow>[] = [
  { id: 'event', header: 'Part', main: true, cell: row => instalmentEventText(row) },
  dayColumn('due', 'Due', row => row.due, {
    cell: ({ due }) => (due === null ? DUE_LATER_TEXT : <DayText day={due} />),
  }),
  moneyColumn('from', 'From buyers', row => row.fromBuyers),
  moneyColumn('to', 'To suppliers', row => row.toSuppliers),
]

const sumOf = ({ totals }: RoundBooks): number =>
  poundsOf(ACCOUNT_PURPOSES.reduce((sum, purpose) => sum + penceOf(totals[purpose]), 0))

const Sheet = ({ books }: { books: RoundBooks }) => (
  <RowsTable
    caption="Books for the round"
    columns={columnsOf(books)}
    rows={books.items.map(row => ({ ...row, id: `${row.item.kind} ${row.item.id}` }))}
    summary={{
      name: 'Total',
      cells: Object.fromEntries(
        ACCOUNT_PURPOSES.map(purpose => [purpose, <Money key={purpose} pounds={books.totals[purpose]} />]),
      ),
    }}
  />
)

/** Books of a settled round on one sheet: what each offer and bid posts to each account. The totals add up to zero. */
export const RoundBooksPage = () => {
  const { roundId = '' } = useParams()
  const query = useAnswer(readRoundBooks, { params: { id: roundId } })
  return (
    <PageBoundary query={query} title="Books">
      {books => (
        <Page
          title={`Books for ${books.round.name}`}
          crumbs={[{ name: 'Money', to: moneyPageAddress() }, { name: 'Books' }]}
          subtitle={
            <span>
              {books.round.market}, settled on <DayText day={books.settledAt} />
            </span>
          }
          actions={
            <a
              className="button button-small"
              href={endpointUrl(readRoundBooks, { params: { id: roundId }, query: { format: 'csv' } })}
              download
            >
              <DownloadIcon aria-hidden="true" />
              Books as CSV
            </a>
          }
        >
          <p className="quiet measure">
            A positive amount is a debit, such as what buyers owe. A negative one is a credit, such as what is
            owed to suppliers, held, or earned. Together the accounts add up to zero. Payments are not on this
            sheet: each invoice says what is paid.
          </p>
          <ShowPence>
            <Sheet books={books} />
            <p>
              Sum of all accounts: <Money pounds={sumOf(books)} />
            </p>
            <Section heading="Due dates">
              <RowsTable
                caption="Due dates for the round"
                columns={DUE_COLUMNS}
                rows={books.due.map((row, at) => ({ ...row, id: String(at) }))}
              />
              <p className="quiet small measure">{DUE_DATES_TEXT}</p>
            </Section>
          </ShowPence>
        </Page>
      )}
    </PageBoundary>
  )
}
