import { Link, useParams } from 'react-router'
import { BANK_PAGE, type BankLineView } from '#contract/money/bank'
import { endpointUrl } from '#contract/kit/endpoint'
import { moneyPageAddress } from '#contract/money/money'
import { NOUNS, pageAddress } from '#contract/nouns/nouns'
import { readFile } from '#contract/subject/subject'
import { ACCOUNT_TEXTS } from '#domain/money/account'
import { PAYMENT_RULE_LABELS } from '#domain/money/bank-line'
import { useResource } from '../../api/api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { moneyColumn, timeColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { DayText, ShowPence } from '../../parts/values/amounts.tsx'
import { SubjectActivity } from '../shared/about.tsx'
import { PageBoundary } from '../shared/page-boundary.tsx'
import { BankAmount } from './bank-amount.tsx'
import { approvedByText, NOT_IN_BOOKS_TEXT, RETURN_TEXT } from './messages.ts'
import '../shared/pages.css'

type PaymentRow = BankLineView['payments'][number]

const PAYMENT_COLUMNS: readonly Column<PaymentRow>[] = [
  {
    id: 'invoice',
    header: 'Invoice',
    main: true,
    cell: ({ invoice, party }) => (
      <>
        <Link to={pageAddress('invoice', { id: invoice.id })}>{invoice.name}</Link>
        <div className="quiet small">{party.name}</div>
      </>
    ),
  },
  { id: 'rule', header: 'How it was booked', cell: ({ rule }) => PAYMENT_RULE_LABELS[rule] },
  timeColumn('bookedAt', 'Booked', row => row.bookedAt),
  moneyColumn('amount', 'Amount', row => row.amount),
]

type BookingRow = BankLineView['bookings'][number]

const BOOKING_COLUMNS: readonly Column<BookingRow>[] = [
  {
    id: 'account',
    header: 'Account',
    main: true,
    cell: ({ account, isReversal, note }) => (
      <>
        {ACCOUNT_TEXTS[account].label}
        {isReversal && ': booking taken back'}
        <div className="quiet small">{note}</div>
      </>
    ),
  },
  {
    id: 'by',
    header: 'Posted by',
    cell: one => (
      <>
        {one.bookedBy.name}
        {one.approvedBy && one.approvedBy.id !== one.bookedBy.id && (
          <div className="quiet small">{approvedByText(one.approvedBy.name)}</div>
        )}
      </>
    ),
  },
  timeColumn('bookedAt', 'Posted', row => row.bookedAt),
  {
    id: 'entry',
    header: 'Entry in the journal',
    cell: ({ entry }) => <span className="quiet small">{entry}</span>,
  },
  moneyColumn('amount', 'Amount', row => row.amount),
]

/** One line of a bank statement, the invoices that it pays, and the accounts to which it is posted. */
export const BankLinePage = () => {
  const { id } = useParams()
  return (
    <PageBoundary query={useResource(NOUNS.bankLine, id)} title="Bank line">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[
            { name: 'Money', to: moneyPageAddress() },
            { name: 'Bank', to: BANK_PAGE },
            { name: data.name },
          ]}
          subtitle={<StatusBadge kind="bankLine" status={data.status} />}
          actions={<ActionBar actions={data.actions} />}
        >
          <ShowPence>
            {!data.isInBooks && (
              <Notice tone="warn">
                <p>{NOT_IN_BOOKS_TEXT}</p>
              </Notice>
            )}
            {data.isReturn && (
              <Notice tone="warn">
                <p>{RETURN_TEXT}</p>
              </Notice>
            )}
            <KeyValues
              facts={[
                ['Amount', <BankAmount key="amount" amount={data.amount} currency={data.currency} />],
                [
                  'Not booked',
                  data.rest !== 0 && <BankAmount key="rest" amount={data.rest} currency={data.currency} />,
                ],
                ['Date', <DayText key="day" day={data.bookedOn} />],
                [data.amount > 0 ? 'From' : 'To', data.partyName ?? undefined],
                ['IBAN of the other side', data.partyIban ?? undefined],
                ['Reference', data.reference ?? undefined],
                ['Account', data.account],
                ['Reference of the bank', data.bankReference],
                ['Reason', data.reason ?? undefined],
                [
                  'Statement',
                  data.statement !== null && (
                    <a
                      key="statement"
                      href={endpointUrl(readFile, { params: { id: data.statement.id } })}
                      download
                    >
                      {data.statement.name}
                    </a>
                  ),
                ],
                ['Uploaded by', data.uploadedBy.name],
                ['Uploaded', <DayText key="uploaded" day={data.uploadedAt} time />],
              ]}
            />
            {data.payments.length > 0 && (
              <Section heading="Payments">
                <RowsTable
                  caption="Invoices that the line pays"
                  columns={PAYMENT_COLUMNS}
                  rows={data.payments}
                />
              </Section>
            )}
            {data.bookings.length > 0 && (
              <Section heading="Posted to accounts">
                <RowsTable
                  caption="Accounts to which the line is posted"
                  columns={BOOKING_COLUMNS}
                  rows={data.bookings}
                />
              </Section>
            )}
            <Section heading="Activity">
              <SubjectActivity kind={data.kind} id={data.id} />
            </Section>
          </ShowPence>
        </Page>
      )}
    </PageBoundary>
  )
}
