import { Link } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import { type AgedList, type AmountsDue, type OldVat, readAmountsDue } from '#contract/money/due'
import { moneyPageAddress } from '#contract/money/money'
import { pageAddress } from '#contract/nouns/nouns'
import { AGE_LABELS, AGES, OLD_VAT_RULES } from '#domain/money/reports/aged'
import { useAnswer } from '../../../api/api.ts'
import { DownloadIcon } from '../../../icons/icons.tsx'
import { QueryBoundary } from '../../../parts/page/query-boundary.tsx'
import { Section } from '../../../parts/section.tsx'
import { dayColumn, moneyColumn } from '../../../parts/table/column-types.tsx'
import type { Column } from '../../../parts/table/columns.ts'
import { RowsTable } from '../../../parts/table/data-table.tsx'
import { Money } from '../../../parts/values/amounts.tsx'
import { useLastDay } from '../period-inputs.tsx'
import {
  FROM_BUYERS_TEXT,
  LAST_DAY_TEXT,
  NO_OLD_VAT_TEXT,
  OLD_VAT_TEXT,
  TO_PAY_OUT_TEXT,
} from './messages.ts'

type AgedRow = AgedList['organisations'][number] & { id: string }

const COLUMNS: readonly Column<AgedRow>[] = [
  {
    id: 'organisation',
    header: 'Organisation',
    main: true,
    sortBy: ({ organisation }) => organisation.name,
    cell: ({ organisation }) => <Link to={moneyPageAddress(organisation.id)}>{organisation.name}</Link>,
  },
  ...AGES.map(age =>
    moneyColumn<AgedRow>(age, AGE_LABELS[age], ({ ages }) => ages[age], {
      cell: ({ ages }) => ages[age] !== 0 && <Money pounds={ages[age]} />,
    }),
  ),
  moneyColumn('total', 'Total', row => row.total),
]

const ROWS_AT_FIRST = 10

const Aged = ({ caption, list: { organisations, total } }: { caption: string; list: AgedList }) => (
  <RowsTable
    caption={caption}
    columns={COLUMNS}
    rows={organisations.map(row => ({ ...row, id: row.organisation.id }))}
    atFirst={ROWS_AT_FIRST}
    printsAll
    empty={<p className="quiet">Nothing is unpaid.</p>}
    summary={{
      name: 'Total',
      cells: {
        ...Object.fromEntries(AGES.map(age => [age, <Money key={age} pounds={total.ages[age]} />])),
        total: <Money pounds={total.total} />,
      },
    }}
  />
)

type OldVatRow = OldVat & { id: string }

const OLD_VAT_COLUMNS: readonly Column<OldVatRow>[] = [
  {
    id: 'invoice',
    header: 'Document',
    main: true,
    cell: ({ invoice, rule }) => (
      <>
        <Link to={pageAddress('invoice', { id: invoice.id })}>{invoice.name}</Link>
        <div className="quiet small">{OLD_VAT_RULES[rule]}</div>
      </>
    ),
  },
  { id: 'organisation', header: 'Organisation', cell: ({ organisation }) => organisation.name },
  dayColumn('due', 'Due', row => row.due),
  moneyColumn('open', 'Open', row => row.open),
  moneyColumn('vat', 'VAT in it', row => row.vat),
]

const Sections = ({ due: { fromBuyers, toPayOut, oldVat } }: { due: AmountsDue }) => (
  <>
    <Section heading="Due from buyers by age">
      <p className="quiet small measure">{FROM_BUYERS_TEXT}</p>
      <Aged caption="Unpaid by buyers" list={fromBuyers} />
    </Section>
    <Section heading="To pay out by age">
      <p className="quiet small measure">{TO_PAY_OUT_TEXT}</p>
      <Aged caption="Not paid out" list={toPayOut} />
    </Section>
    <Section heading="VAT unpaid for more than six months">
      {oldVat.length === 0 ? (
        <p className="quiet">{NO_OLD_VAT_TEXT}</p>
      ) : (
        <>
          <p className="quiet small measure">{OLD_VAT_TEXT}</p>
          <RowsTable
            caption="Documents unpaid for more than six months"
            columns={OLD_VAT_COLUMNS}
            rows={oldVat.map(row => ({ ...row, id: row.invoice.id }))}
            atFirst={ROWS_AT_FIRST}
            printsAll
          />
        </>
      )}
    </Section>
  </>
)

/** Aged lists of buyers and of payees, now or at the end of a day, and VAT unpaid for more than six months. */
export const AgedSections = () => {
  const { query, input } = useLastDay('Unpaid at the end of')
  return (
    <>
      <div className="row">
        {input}
        <a
          className="button button-small"
          href={endpointUrl(readAmountsDue, { query: { ...query, format: 'csv' } })}
          download
        >
          <DownloadIcon aria-hidden="true" />
          Unpaid documents as CSV
        </a>
      </div>
      <p className="quiet small measure">{LAST_DAY_TEXT}</p>
      <QueryBoundary query={useAnswer(readAmountsDue, { query })}>
        {due => <Sections due={due} />}
      </QueryBoundary>
    </>
  )
}
