import type { AccountsView, MoneyView, RoundBooks } from '#contract/money/money'
import type { DownloadCell } from '#domain/match/match-files'
import { ACCOUNT_PURPOSES, ACCOUNT_TEXTS } from '#domain/money/account'
import { statementLineText } from '#domain/money/statement-lines'

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

/** Accounts with their balances as rows of a table. */
export const accountRows = ({ accounts }: AccountsView): DownloadCell[][] => [
  [
    ...['Account', 'Organisation', 'Debit (GBP)', 'Credit (GBP)', 'Balance (GBP)'],
    ...['Opening balance (GBP)', 'Account id'],
  ],
  ...accounts.map(({ id, purpose, organisation, opening, debit, credit, balance }) => [
    ACCOUNT_TEXTS[purpose].label,
    organisation?.name ?? '',
    ...[debit, credit, balance, opening, id],
  ]),
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
