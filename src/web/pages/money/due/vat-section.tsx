import { Link } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import { readVatReturn, type VatDocument, type VatReturn } from '#contract/money/vat-return'
import { pageAddress } from '#contract/nouns/nouns'
import { INVOICE_KIND_LABELS } from '#domain/money/invoice'
import { vatTreatmentText } from '#domain/money/vat'
import { quarterBefore, VAT_BOXES } from '#domain/money/reports/vat-return'
import type { Day } from '@credit-market/values/dates'
import { penceOf, poundsOf, showMoney } from '@credit-market/values/money'
import { useAnswer } from '../../../api/api.ts'
import { DownloadIcon } from '../../../icons/icons.tsx'
import { KeyValues } from '../../../parts/key-values.tsx'
import { QueryBoundary } from '../../../parts/page/query-boundary.tsx'
import { Section } from '../../../parts/section.tsx'
import { dayColumn, moneyColumn } from '../../../parts/table/column-types.tsx'
import type { Column } from '../../../parts/table/columns.ts'
import { RowsTable } from '../../../parts/table/data-table.tsx'
import { Money } from '../../../parts/values/amounts.tsx'
import { usePeriod } from '../period-inputs.tsx'
import { boxesText, boxText, VAT_ACCOUNT_TEXT, VAT_RETURN_TEXT, VAT_SELLER_TEXT } from './messages.ts'
import '../money.css'

type DocumentRow = VatDocument & { id: string }

const COLUMNS: readonly Column<DocumentRow>[] = [
  {
    id: 'invoice',
    header: 'Document',
    main: true,
    cell: ({ invoice, documentKind, party }) => (
      <>
        <Link to={pageAddress('invoice', { id: invoice.id })}>{invoice.name}</Link>
        <div className="quiet small">
          {INVOICE_KIND_LABELS[documentKind]}, {party.name}
        </div>
      </>
    ),
  },
  dayColumn('day', 'Date', row => row.day),
  {
    id: 'treatment',
    header: 'VAT treatment',
    cell: ({ treatment, percent }) => vatTreatmentText(treatment, percent),
  },
  moneyColumn('net', 'Without VAT', row => row.net),
  moneyColumn('vat', 'VAT', row => row.vat),
  { id: 'boxes', header: 'Boxes', cell: row => boxesText(row) },
]

const ROWS_AT_FIRST = 10

const Boxes = ({ figures: { box1, box4, box6, box7 } }: { figures: VatReturn }) => (
  <dl className="money-figures">
    {[
      [1, <Money key={1} pounds={box1} />] as const,
      [4, <Money key={4} pounds={box4} />] as const,
      [6, showMoney(penceOf(box6))] as const,
      [7, showMoney(penceOf(box7))] as const,
    ].map(([box, amount]) => (
      <div key={box}>
        <dt>{boxText(box, VAT_BOXES[box])}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)

const Account = ({ figures: { box1, box4, account } }: { figures: VatReturn }) => (
  <>
    <KeyValues
      facts={[
        ['Box 1 less box 4', <Money key="net" pounds={poundsOf(penceOf(box1) - penceOf(box4))} />],
        ['In no box', account.inNoBox !== 0 && <Money key="none" pounds={account.inNoBox} />],
        ['Posted by documents', <Money key="documents" pounds={account.documents} />],
        ['Posted by bank lines', <Money key="bank" pounds={account.bankLines} />],
      ]}
    />
    <p className="quiet small measure">{VAT_ACCOUNT_TEXT}</p>
  </>
)

/** Figures of a VAT return for a period that the reader chooses, and the documents behind them. */
export const VatSection = ({ today }: { today: Day }) => {
  const { query, inputs } = usePeriod(quarterBefore(today))
  return (
    <Section heading="VAT return">
      <p className="quiet small measure">{VAT_RETURN_TEXT}</p>
      <div className="row">
        {inputs}
        <a
          className="button button-small"
          href={endpointUrl(readVatReturn, { query: { ...query, format: 'csv' } })}
          download
        >
          <DownloadIcon aria-hidden="true" />
          Documents as CSV
        </a>
      </div>
      <QueryBoundary query={useAnswer(readVatReturn, { query })}>
        {figures => (
          <div className="stack">
            <Boxes figures={figures} />
            <Account figures={figures} />
            <RowsTable
              caption="Documents of the period"
              columns={COLUMNS}
              rows={figures.documents.map((row, at) => ({ ...row, id: String(at) }))}
              atFirst={ROWS_AT_FIRST}
              printsAll
              empty={<p className="quiet">There are no documents in this period.</p>}
            />
            <p className="quiet small measure">{VAT_SELLER_TEXT}</p>
          </div>
        )}
      </QueryBoundary>
    </Section>
  )
}
