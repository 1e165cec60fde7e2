import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type AccountBalance,
  type AccountsView,
  invoicesPageAddress,
  listAccounts,
  moneyPageAddress,
  readJournal,
  roundBooksPageAddress,
} from '#contract/money/money'
import { AMOUNTS_DUE_PAGE } from '#contract/money/due'
import { BANK_PAGE } from '#contract/money/bank'
import { PAYMENT_RUNS_PAGE } from '#contract/money/payment-run'
import { endpointUrl } from '#contract/kit/endpoint'
import { ACCOUNT_PURPOSES, ACCOUNT_TEXTS, type AccountPurpose } from '#domain/money/account'
import { penceOf, poundsOf } from '@credit-market/values/money'
import { DownloadIcon } from '../../icons/icons.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Section } from '../../parts/section.tsx'
import { dayColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { Money, ShowPence } from '../../parts/values/amounts.tsx'
import { BankComparison } from './bank-comparison.tsx'
import { DueParts, Overview } from './overview.tsx'
import {
  AMOUNTS_DUE_TITLE,
  KEEPS_BOOKS_TEXT,
  NO_ROUND_TEXT,
  noBankBalanceText,
  PERIOD_TEXT,
  SUB_LEDGER_TEXT,
} from './messages.ts'
import '../shared/pages.css'

type Sums = AccountsView['totals']

interface PurposeRow extends Sums {
  id: AccountPurpose
}

const sumOf = (accounts: readonly AccountBalance[], of: keyof Sums): number =>
  poundsOf(accounts.reduce((sum, account) => sum + penceOf(account[of]), 0))

const sumsOf = (accounts: readonly AccountBalance[]): Sums => ({
  opening: sumOf(accounts, 'opening'),
  debit: sumOf(accounts, 'debit'),
  credit: sumOf(accounts, 'credit'),
  balance: sumOf(accounts, 'balance'),
})

/** False for an account that does not exist yet at the end of a period, or was at zero throughout. */
const hasAmount = ({ opening, debit, credit }: Sums): boolean => opening !== 0 || debit !== 0 || credit !== 0

/** Amounts of accounts; the opening balance only in a period that has a first day. */
const amountColumns = (hasOpening: boolean): readonly Column<Sums>[] => [
  ...(hasOpening ? [moneyColumn<Sums>('opening', 'Opening balance', row => row.opening)] : []),
  moneyColumn('debit', 'Debit', row => row.debit),
  moneyColumn('credit', 'Credit', row => row.credit),
  moneyColumn('balance', hasOpening ? 'Closing balance' : 'Balance', row => row.balance),
]

/** Column of the accounts; what is due from buyers is in parts as it is now, not on a day in the past. */
const purposeColumn = (isNow: boolean): Column<PurposeRow> => ({
  id: 'purpose',
  header: 'Account',
  main: true,
  cell: ({ id, balance }) => (
    <>
      {ACCOUNT_TEXTS[id].label}
      <div className="quiet small">{ACCOUNT_TEXTS[id].meaning}</div>
      {isNow && id === 'due' && <DueParts balance={balance} />}
    </>
  ),
})

const ACCOUNT_COLUMNS: readonly Column<AccountBalance>[] = [
  {
    id: 'organisation',
    header: 'Organisation',
    main: true,
    sortBy: ({ organisation }) => organisation?.name ?? '',
    cell: ({ organisation }) =>
      organisation && <Link to={moneyPageAddress(organisation.id)}>{organisation.name}</Link>,
  },
  {
    id: 'purpose',
    header: 'Account',
    sortBy: ({ purpose }) => ACCOUNT_TEXTS[purpose].label,
    cell: ({ purpose }) => ACCOUNT_TEXTS[purpose].label,
  },
]

type RoundRow = AccountsView['rounds'][number] & { id: string }

const ROUND_COLUMNS: readonly Column<RoundRow>[] = [
  { id: 'round', header: 'Round', main: true, cell: ({ round }) => `${round.market}, ${round.name}` },
  dayColumn('settled', 'Settled', row => row.settledAt),
  moneyColumn('paid', 'Buyers pay', row => row.paid),
]

const totalsRow = (totals: Sums) => ({
  name: 'Total',
  cells: {
    opening: <Money pounds={totals.opening} />,
    debit: <Money pounds={totals.debit} />,
    credit: <Money pounds={totals.credit} />,
    balance: <Money pounds={totals.balance} />,
  },
})

const ROWS_AT_FIRST = 20

/** Books of the whole market, for its operator: accounts by purpose and by organisation, and the rounds. */
export const MarketBooks = ({
  books: { accounts, totals, bank, rounds, from, until },
  period,
  periodInputs,
}: {
  books: AccountsView
  period: { from?: string; until?: string }
  periodInputs: ReactNode
}) => {
  const amounts = amountColumns(from !== null)
  const isNow = period.from === undefined && period.until === undefined
  const downloads = [
    ['Accounts as CSV', endpointUrl(listAccounts, { query: { ...period, format: 'csv' } })],
    ['Journal as CSV', endpointUrl(readJournal, { query: period })],
  ] as const
  const inPeriod = accounts.filter(hasAmount)
  const purposes = ACCOUNT_PURPOSES.map(id => ({ id, its: inPeriod.filter(({ purpose }) => purpose === id) }))
    .filter(({ its }) => its.length > 0)
    .map(({ id, its }): PurposeRow => ({ id, ...sumsOf(its) }))
  return (
    <Page
      title="Money"
      crumbs={[{ name: 'Money' }]}
      actions={
        accounts.length > 0 && (
          <div className="row">
            <Link className="button button-small" to={invoicesPageAddress()}>
              Invoices
            </Link>
            <Link className="button button-small" to={BANK_PAGE}>
              Bank
            </Link>
            <Link className="button button-small" to={PAYMENT_RUNS_PAGE}>
              Payment runs
            </Link>
            <Link className="button button-small" to={AMOUNTS_DUE_PAGE}>
              {AMOUNTS_DUE_TITLE}
            </Link>
          </div>
        )
      }
    >
      <p className="quiet measure">
        {KEEPS_BOOKS_TEXT} {SUB_LEDGER_TEXT}
      </p>
      {accounts.length === 0 ? (
        <EmptyState title="No money yet">The books begin when a round is settled.</EmptyState>
      ) : (
        <ShowPence>
          <Overview />
          <Section heading="Accounts">
            <div className="row">
              {periodInputs}
              {downloads.map(([label, href]) => (
                <a key={label} className="button button-small" href={href} download>
                  <DownloadIcon aria-hidden="true" />
                  {label}
                </a>
              ))}
            </div>
            <p className="quiet small measure">{PERIOD_TEXT}</p>
            <RowsTable
              caption="Accounts by purpose"
              columns={[purposeColumn(isNow), ...amounts]}
              rows={purposes}
              summary={totalsRow(totals)}
            />
            {bank ? (
              <BankComparison bank={bank} />
            ) : (
              <p className="quiet small measure">{noBankBalanceText(until)}</p>
            )}
          </Section>
          <Section heading="Rounds">
            <RowsTable
              caption="Rounds in the books"
              columns={ROUND_COLUMNS}
              rows={rounds.map(row => ({ ...row, id: row.round.id }))}
              rowLink={({ round }) => roundBooksPageAddress(round.id)}
              atFirst={ROWS_AT_FIRST}
              empty={<p className="quiet">{NO_ROUND_TEXT}</p>}
            />
          </Section>
          <Section heading="Organisations">
            <RowsTable
              caption="Accounts of organisations"
              columns={[...ACCOUNT_COLUMNS, ...amounts]}
              rows={inPeriod.filter(({ organisation }) => organisation !== null)}
              atFirst={ROWS_AT_FIRST}
            />
          </Section>
        </ShowPence>
      )}
    </Page>
  )
}
