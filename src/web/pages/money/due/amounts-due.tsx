import { Link } from 'react-router'
import { type AmountsDue, type NotAgreed, readAmountsDue } from '#contract/money/due'
import { moneyPageAddress } from '#contract/money/money'
import { pageAddress } from '#contract/nouns/nouns'
import { penceOf, poundsOf } from '@credit-market/values/money'
import { useAnswer } from '../../../api/api.ts'
import { Page } from '../../../parts/page/page.tsx'
import { Section } from '../../../parts/section.tsx'
import { moneyColumn } from '../../../parts/table/column-types.tsx'
import type { Column } from '../../../parts/table/columns.ts'
import { RowsTable } from '../../../parts/table/data-table.tsx'
import { DayText, Money, ShowPence } from '../../../parts/values/amounts.tsx'
import { PageBoundary } from '../../shared/page-boundary.tsx'
import { AMOUNTS_DUE_TITLE, instalmentEventText } from '../messages.ts'
import { AgedSections } from './aged-section.tsx'
import { AMOUNTS_DUE_INTRODUCTION, NOT_AGREED_TEXT, NOTHING_NOT_AGREED_TEXT } from './messages.ts'
import { VatSection } from './vat-section.tsx'
import '../../shared/pages.css'

type NotAgreedRow = NotAgreed & { id: string }

const COLUMNS: readonly Column<NotAgreedRow>[] = [
  {
    id: 'supplier',
    header: 'Supplier',
    main: true,
    sortBy: ({ supplier }) => supplier.name,
    cell: ({ supplier, amounts }) => (
      <>
        <Link to={pageAddress('organisation', { type: 'PARTICIPANT', id: supplier.id })}>
          {supplier.name}
        </Link>
        {amounts.map(one => (
          <div
            key={`${one.item.id} ${one.purpose} ${one.event} ${one.year} ${one.due}`}
            className="quiet small"
          >
            {instalmentEventText(one)}: <Money pounds={one.amount} /> for {one.item.name}, due{' '}
            <DayText day={one.due} />
          </div>
        ))}
      </>
    ),
  },
  moneyColumn('late', 'Past its due date', row => row.late),
  moneyColumn('amount', 'Due in all', row => row.amount),
]

const NotAgreedSection = ({ due: { notAgreed, notAgreedTotal } }: { due: AmountsDue }) => (
  <Section heading="Due, but not agreed to self-billing">
    {notAgreed.length === 0 ? (
      <p className="quiet">{NOTHING_NOT_AGREED_TEXT}</p>
    ) : (
      <>
        <p className="quiet small measure">{NOT_AGREED_TEXT}</p>
        <RowsTable
          caption="Due to suppliers who have not agreed to self-billing"
          columns={COLUMNS}
          rows={notAgreed.map(row => ({ ...row, id: row.supplier.id }))}
          printsAll
          summary={{
            name: 'Total',
            cells: {
              late: <Money pounds={poundsOf(notAgreed.reduce((sum, one) => sum + penceOf(one.late), 0))} />,
              amount: <Money pounds={notAgreedTotal} />,
            },
          }}
        />
      </>
    )}
  </Section>
)

/** The market operator’s page with aged lists, amounts that cannot be paid without a self-billing agreement, and VAT return figures. */
export const AmountsDuePage = () => (
  <PageBoundary query={useAnswer(readAmountsDue, {})} title={AMOUNTS_DUE_TITLE}>
    {due => (
      <Page
        title={AMOUNTS_DUE_TITLE}
        crumbs={[{ name: 'Money', to: moneyPageAddress() }, { name: AMOUNTS_DUE_TITLE }]}
        subtitle={
          <span>
            On <DayText day={due.on} />
          </span>
        }
      >
        <p className="quiet measure">{AMOUNTS_DUE_INTRODUCTION}</p>
        <ShowPence>
          <NotAgreedSection due={due} />
          <AgedSections />
          <VatSection today={due.on} />
        </ShowPence>
      </Page>
    )}
  </PageBoundary>
)
