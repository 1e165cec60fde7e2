import type { AccountsView, MoneyView, RoundBooks } from '#contract/money/money'
import type { DownloadCell } from '#domain/match/match-files'
import { ACCOUNT_PURPOSES, ACCOUNT_TEXTS } from '#domain/money/account'
import { statementLineText } from '#domain/money/statement-lines'
import { penceOf, poundsOf } from '@credit-market/values/money'

/** A statement of an organisation as rows of a table. */
export const moneyStatementRows = ({ statement }: MoneyView): DownloadCell[][] => [
  ['Date', 'Market', 'Round', 'For', 'Item', 'Debit (GBP)', 'Credit (GBP)', 'Balance (GBP)'],
  ...statement.map(({ on, round, purpose, isPayment, item, debit, credit, balance }) => [
    on,
    round.market,
    round.name,
    isPayment ? statementLineText({ kind: 'payment', purpose }) : ACCOUNT_TEXTS[purpose].label,
    item?.name ?? '',
    debit,
    credit,
    balance,
  ]),
]

const sumOf = (balances: readonly number[]): number =>
  poundsOf(balances.reduce((sum, balance) => sum + penceOf(balance), 0))

/** Accounts with their balances as rows of a table, a trial balance: each balance is a debit or a credit too, and the last row is the totals. */
export const accountRows = ({ accounts, totals }: AccountsView): DownloadCell[][] => [
  [
    ...['Account', 'Organisation', 'Debit (GBP)', 'Credit (GBP)', 'Balance (GBP)'],
    ...['Opening balance (GBP)', 'Account id', 'Debit balance (GBP)', 'Credit balance (GBP)'],
  ],
  ...accounts.map(({ id, purpose, organisation, opening, debit, credit, balance }) => [
    ACCOUNT_TEXTS[purpose].label,
    organisation?.name ?? '',
    ...[debit, credit, balance, opening, id],
    ...[balance > 0 ? balance : '', balance < 0 ? -balance : ''],
  ]),
  [
    ...['Total', '', totals.debit, totals.credit, totals.balance, totals.opening, ''],
    sumOf(accounts.map(({ balance }) => Math.max(balance, 0))),
    sumOf(accounts.map(({ balance }) => Math.max(-balance, 0))),
  ],
]

/** Books of a round as rows of a table; the last row is the totals. */
export const roundBooksRows = ({ items, totals }: RoundBooks): DownloadCell[][] => [
  ['Item', 'Organisation', ...ACCOUNT_PURPOSES.map(purpose => `${ACCOUNT_TEXTS[purpose].label} (GBP)`)],
  ...items.map(({ item, party, amounts }) => [
    item.name,
    party.name,
    ...ACCOUNT_PURPOSES.map(purpose => amounts[purpose]),
  ]),
  ['Total', '', ...ACCOUNT_PURPOSES.map(purpose => totals[purpose])],
]
