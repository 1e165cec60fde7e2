import { Link, useParams } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import { INVOICE_FORMATS, type InvoiceView, readInvoiceFile } from '#contract/money/invoice'
import { invoicesPageAddress, moneyPageAddress } from '#contract/money/money'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { PAYMENT_RULE_LABELS } from '#domain/money/bank-line'
import { INVOICE_KIND_LABELS, invoiceNote, partyLabels } from '#domain/money/invoice'
import { VAT_RULES, vatTreatmentText } from '#domain/money/vat'
import { useResource } from '../../api/api.ts'
import { DownloadIcon } from '../../icons/icons.tsx'
import { ActionBar } from '../../parts/action-bar.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { ToneBadge } from '../../parts/status-badge.tsx'
import { dayColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { DayText, Money, ShowPence } from '../../parts/values/amounts.tsx'
import { SubjectActivity } from '../shared/about.tsx'
import { PageBoundary } from '../shared/page-boundary.tsx'
import { HeldNotice, InterestDelayNotice, LateNotice } from './late.tsx'
import { creditedByText, creditReasonText, creditsText, partyLines } from './messages.ts'
import '../shared/pages.css'

type LineRow = InvoiceView['lines'][number] & { id: string }

const LINE_COLUMNS: readonly Column<LineRow>[] = [
  {
    id: 'what',
    header: 'What',
    main: true,
    cell: ({ text, supplier }) => (
      <>
        {text}
        {supplier && (
          <div className="quiet small">
            {supplier.name}, {supplier.vatNumber ?? 'not registered for VAT'}
          </div>
        )}
      </>
    ),
  },
  {
    id: 'vat',
    header: 'VAT',
    cell: line => (
      <>
        {vatTreatmentText(line.treatment, line.percent)}
        <div className="quiet small">{VAT_RULES[line.rule]}</div>
      </>
    ),
  },
  moneyColumn('amount', 'Amount', row => row.amount),
]

type TaxRow = InvoiceView['taxes'][number] & { id: string }

const TAX_COLUMNS: readonly Column<TaxRow>[] = [
  { id: 'treatment', header: 'VAT', main: true, cell: row => vatTreatmentText(row.treatment, row.percent) },
  moneyColumn('net', 'Without VAT', row => row.net),
  moneyColumn('vat', 'VAT', row => row.vat),
  moneyColumn('total', 'Total', row => row.net + row.vat),
]

type PaymentRow = InvoiceView['payments'][number]

const PAYMENT_COLUMNS: readonly Column<PaymentRow>[] = [
  dayColumn('bookedOn', 'Date', row => row.bookedOn, { main: true }),
  { id: 'rule', header: 'How it was booked', cell: ({ rule }) => PAYMENT_RULE_LABELS[rule] },
  moneyColumn('amount', 'Amount', row => row.amount),
]

const Payments = ({ payments }: { payments: PaymentRow[] }) =>
  payments.length > 0 && (
    <Section heading="Payments">
      <RowsTable caption="Payments of the invoice" columns={PAYMENT_COLUMNS} rows={payments} />
    </Section>
  )

const paymentState = ({ open, paid }: InvoiceView) => {
  if (open === 0) return { tone: 'good', label: 'Paid' } as const
  return paid === 0
    ? ({ tone: 'info', label: 'Open' } as const)
    : ({ tone: 'warn', label: 'Part paid' } as const)
}

const Open = ({ data }: { data: InvoiceView }) => (
  <>
    <Money pounds={data.open} /> {data.creditedBy === null && <ToneBadge {...paymentState(data)} />}
  </>
)

const Downloads = ({ id }: { id: string }) => (
  <div className="row">
    {INVOICE_FORMATS.map(format => (
      <a
        key={format}
        className="button button-small"
        href={endpointUrl(readInvoiceFile, { params: { id }, query: { format } })}
        download
      >
        <DownloadIcon aria-hidden="true" />
        {format.toUpperCase()}
      </a>
    ))}
  </div>
)

const Corrections = ({ data }: { data: InvoiceView }) => {
  const { credits, creditedBy, reason } = data
  const other = credits ?? creditedBy
  return (
    other && (
      <Notice tone="warn">
        <p>
          {credits ? creditsText(data) : creditedByText(data)}{' '}
          <Link to={pageAddress('invoice', { id: other.id })}>{other.name}</Link>.
        </p>
        {reason !== null && <p>{creditReasonText(reason)}</p>}
      </Notice>
    )
  )
}

const Party = ({ party }: { party: InvoiceView['seller'] }) => (
  <span className="lines">{partyLines(party).join('\n')}</span>
)

/** One invoice, self-billed invoice or credit note: its parties, lines and totals. */
export const InvoicePage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.invoice, id)} title="Invoice">
      {data => (
        <Page
          title={`${INVOICE_KIND_LABELS[data.documentKind]} ${data.name}`}
          subject={data}
          crumbs={[
            { name: 'Money', to: moneyPageAddress() },
            { name: 'Invoices', to: invoicesPageAddress() },
            { name: data.name },
          ]}
          actions={
            <>
              <Downloads id={data.id} />
              <ActionBar actions={data.actions} />
            </>
          }
        >
          <ShowPence>
            <Corrections data={data} />
            <LateNotice invoice={data} />
            <InterestDelayNotice invoice={data} />
            <HeldNotice invoice={data} />
            <KeyValues
              facts={[
                [partyLabels(data).seller, <Party key="seller" party={data.seller} />],
                [partyLabels(data).buyer, <Party key="buyer" party={data.buyer} />],
                [
                  'For',
                  <Link key="item" to={pageAddress(data.item.kind, { id: data.item.id })}>
                    {data.item.name}
                  </Link>,
                ],
                ['Round', `${data.round.market}, ${data.round.name}`],
                ['Issued', <DayText key="issued" day={data.issuedAt} />],
                ['Due', data.documentKind !== 'creditNote' && <DayText key="due" day={data.due} />],
                ['Payment reference', data.reference],
                ['Total', <Money key="total" pounds={data.total} />],
                ['Paid', data.paid !== 0 && <Money key="paid" pounds={data.paid} />],
                ['Open', data.documentKind !== 'creditNote' && <Open key="open" data={data} />],
              ]}
            />
            <p className="quiet measure">
              {invoiceNote({ itemKind: data.item.kind, event: data.event }, data.sellsAs)}
            </p>
            <Section heading="Lines">
              <RowsTable
                caption="Lines of the invoice"
                columns={LINE_COLUMNS}
                rows={data.lines.map((row, at) => ({ ...row, id: String(at) }))}
              />
            </Section>
            <Section heading="VAT and total">
              <RowsTable
                caption="VAT by treatment"
                columns={TAX_COLUMNS}
                rows={data.taxes.map((row, at) => ({ ...row, id: String(at) }))}
                summary={{
                  name: 'Total',
                  cells: {
                    net: <Money pounds={data.net} />,
                    vat: <Money pounds={data.vat} />,
                    total: <Money pounds={data.total} />,
                  },
                }}
              />
            </Section>
            <Payments payments={data.payments} />
            <Section heading="Activity">
              <SubjectActivity kind={data.kind} id={data.id} />
            </Section>
          </ShowPence>
        </Page>
      )}
    </PageBoundary>
  )
}
