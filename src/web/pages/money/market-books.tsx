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
import { DueParts, Overview } from './overview.tsx'
import { AMOUNTS_DUE_TITLE, KEEPS_BOOKS_TEXT } from './messages.ts'
import '../shared/pages.css'

interface PurposeRow {
  id: AccountPurpose
  debit: number
  credit: number
  balance: number
}

const sumOf = (accounts: readonly AccountBalance[], of: 'debit' | 'credit' | 'balance'): number =>
  poundsOf(accounts.reduce((sum, account) => sum + penceOf(account[of]), 0))

const sumsOf = (accounts: readonly AccountBalance[]) => ({
  debit: sumOf(accounts, 'debit'),
  credit: sumOf(accounts, 'credit'),
  balance: sumOf(accounts, 'balance'),
})

const AMOUNTS = [
  moneyColumn<{ debit: number }>('debit', 'Debit', row => row.debit),
  moneyColumn<{ credit: number }>('credit', 'Credit', row => row.credit),
  moneyColumn<{ balance: number }>('balance', 'Balance', row => row.balance),
]

const PURPOSE_COLUMNS: readonly Column<PurposeRow>[] = [
  {
    id: 'purpose',
    header: 'Account',
    main: true,
    cell: ({ id, balance }) => (
      <>
        {ACCOUNT_TEXTS[id].label}
        <div className="quiet small">{ACCOUNT_TEXTS[id].meaning}</div>
        {id === 'due' && <DueParts balance={balance} />}
      </>
    ),
  },
  ...AMOUNTS,
]

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
  ...AMOUNTS,
]

type RoundRow = AccountsView['rounds'][number] & { id: string }

const ROUND_COLUMNS: readonly Column<RoundRow>[] = [
  { id: 'round', header: 'Round', main: true, cell: ({ round }) => `${round.market}, ${round.name}` },
  dayColumn('settled', 'Settled', row => row.settledAt),
  moneyColumn('paid', 'Buyers pay', row => row.paid),
]

const totalsRow = (accounts: readonly AccountBalance[]) => {
  const sums = sumsOf(accounts)
  return {
    name: 'Total',
    cells: {
      debit: <Money pounds={sums.debit} />,
      credit: <Money pounds={sums.credit} />,
      balance: <Money pounds={sums.balance} />,
    },
  }
}

const DOWNLOADS = [
  ['Accounts as CSV', endpointUrl(listAccounts, { query: { format: 'csv' } })],
  ['Journal as CSV', endpointUrl(readJournal, { query: {} })],
] as const

const ROWS_AT_FIRST = 20

/** Books of the whole market, for its operator: accounts by purpose and by organisation, and the rounds. */
export const MarketBooks = ({ books: { accounts, rounds } }: { books: AccountsView }) => {
  const purposes = ACCOUNT_PURPOSES.map(id => ({ id, its: accounts.filter(({ purpose }) => purpose === id) }))
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
            {DOWNLOADS.map(([label, href]) => (
              <a key={label} className="button button-small" href={href} download>
                <DownloadIcon aria-hidden="true" />
                {label}
              </a>
            ))}
          </div>
        )
      }
    >
      <p className="quiet measure">{KEEPS_BOOKS_TEXT}</p>
      {accounts.length === 0 ? (
        <EmptyState title="No money yet">The books begin when a round is settled.</EmptyState>
      ) : (
        <ShowPence>
          <Overview />
          <Section heading="Accounts">
            <RowsTable
              caption="Accounts by purpose"
              columns={PURPOSE_COLUMNS}
              rows={purposes}
              summary={totalsRow(accounts)}
            />
          </Section>
          <Section heading="Rounds">
            <RowsTable
              caption="Rounds in the books"
              columns={ROUND_COLUMNS}
              rows={rounds.map(row => ({ ...row, id: row.round.id }))}
              rowLink={({ round }) => roundBooksPageAddress(round.id)}
              atFirst={ROWS_AT_FIRST}
            />
          </Section>
          <Section heading="Organisations">
            <RowsTable
              caption="Accounts of organisations"
              columns={ACCOUNT_COLUMNS}
              rows={accounts.filter(({ organisation }) => organisation !== null)}
              atFirst={ROWS_AT_FIRST}
            />
          </Section>
        </ShowPence>
      )}
    </Page>
  )
}
