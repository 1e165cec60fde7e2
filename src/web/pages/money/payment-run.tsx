import { Link, useParams } from 'react-router'
import { endpointUrl } from '#contract/kit/endpoint'
import { moneyPageAddress } from '#contract/money/money'
import { PAYMENT_RUNS_PAGE, type PaymentRunView, readPaymentFile } from '#contract/money/payment-run'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { LEFT_OUT_LABELS } from '#domain/money/payment-run'
import { useResource } from '../../api/api.ts'
import { DownloadIcon } from '../../icons/icons.tsx'
import { ActionBar } from '../../parts/action-bar.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge, ToneBadge } from '../../parts/status-badge.tsx'
import { moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { DayText, Money, ShowPence } from '../../parts/values/amounts.tsx'
import { SubjectActivity } from '../shared/about.tsx'
import { PageBoundary } from '../shared/page-boundary.tsx'
import { EXECUTION_TEXT, PAYMENT_ORDER_STATE_TEXTS } from './messages.ts'
import '../shared/pages.css'

type OrderRow = PaymentRunView['orders'][number]

const State = ({ order: { state, leftOut, bankLine } }: { order: OrderRow }) => (
  <>
    <ToneBadge {...PAYMENT_ORDER_STATE_TEXTS[leftOut === null ? state : 'LeftOut']} />
    {leftOut !== null && <div className="quiet small">{LEFT_OUT_LABELS[leftOut]}</div>}
    {bankLine && (
      <div className="small">
        <Link to={pageAddress('bankLine', { id: bankLine.id })}>Bank line {bankLine.name}</Link>
      </div>
    )}
  </>
)

const COLUMNS: readonly Column<OrderRow>[] = [
  {
    id: 'payee',
    header: 'To',
    main: true,
    cell: ({ payee, accountEnd }) => (
      <>
        {payee.name}
        <div className="quiet small">Account ending {accountEnd}</div>
      </>
    ),
  },
  {
    id: 'invoice',
    header: 'Invoice',
    cell: ({ invoice, reference, paidBefore }) => (
      <>
        <Link to={pageAddress('invoice', { id: invoice.id })}>{invoice.name}</Link>
        <div className="quiet small">{reference}</div>
        {paidBefore.map(({ bankLine, text }) => (
          <div key={bankLine.id} className="small">
            <ToneBadge tone="warn" label="Paid before" />{' '}
            <Link to={pageAddress('bankLine', { id: bankLine.id })}>{text}</Link>
          </div>
        ))}
      </>
    ),
  },
  { id: 'state', header: 'State', cell: order => <State order={order} /> },
  moneyColumn('amount', 'Amount', row => row.amount),
]

const Download = ({ id }: { id: string }) => (
  <a className="button button-primary" href={endpointUrl(readPaymentFile, { params: { id } })} download>
    <DownloadIcon aria-hidden="true" />
    File for the bank
  </a>
)

/** One payment run: who receives what, and which payments the bank has made. */
export const PaymentRunPage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.paymentRun, id)} title="Payment run">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[
            { name: 'Money', to: moneyPageAddress() },
            { name: 'Payment runs', to: PAYMENT_RUNS_PAGE },
            { name: data.name },
          ]}
          subtitle={<StatusBadge kind="paymentRun" status={data.status} />}
          actions={
            <>
              {data.status === 'Approved' && <Download id={data.id} />}
              <ActionBar actions={data.actions} primary={data.status === 'Draft'} />
            </>
          }
        >
          <ShowPence>
            {data.status === 'Approved' && data.executed < data.payments && (
              <p className="measure">{EXECUTION_TEXT}</p>
            )}
            <KeyValues
              facts={[
                ['Total', <Money key="total" pounds={data.total} />],
                ['Payments', data.payments],
                ['Made by the bank', data.approvedAt !== null && `${data.executed} of ${data.payments}`],
                ['From the account', data.accountEnd !== null && `ending ${data.accountEnd}`],
                ['Created by', data.createdBy.name],
                ['Created', <DayText key="created" day={data.createdAt} time />],
                [
                  'Approved',
                  data.approvedAt !== null && <DayText key="approved" day={data.approvedAt} time />,
                ],
                ['Approved by', data.approvedBy?.name],
                ['SHA-256 of the file', data.fileHash ?? undefined],
                ['Reason', data.reason ?? undefined],
              ]}
            />
            <Section heading="Payments">
              <RowsTable caption="Payments of the run" columns={COLUMNS} rows={data.orders} />
            </Section>
            <Section heading="Activity">
              <SubjectActivity kind={data.kind} id={data.id} />
            </Section>
          </ShowPence>
        </Page>
      )}
    </PageBoundary>
  )
}
