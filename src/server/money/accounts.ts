import { type Kysely, sql } from 'kysely'
import type { AccountsView } from '#contract/money/money'
import { ACCOUNT_PURPOSES, type AccountPurpose } from '#domain/money/account'
import type { StatementPeriod } from '#domain/money/statement-period'
import { type Actor, isOperator } from '#domain/people/actor'
import type { Day } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'
import { readNamesOfKind, readRoundsWithMarkets, requireName } from '../views/kit/names.ts'
import { type AccountSums, listBookedRounds, readAccountSums } from './books.ts'

/**
 * Compares the lines of the bank account in the books with the latest closing balance that a statement gives, up to a day if one is
 * given; in pounds. Null if no statement gives one.
 */
const readBankComparison = async (db: Kysely<Database>, until: Day | null): Promise<AccountsView['bank']> => {
  const { rows } = await sql<{
    on: Day
    stated: Pence
    booked: Pence
    notInBooks: Pence
    unallocated: Pence
  }>`
    with latest as (
      select account, closing_on, closing_balance from bank_line
      where is_in_books and closing_on <= coalesce(${until}::date, 'infinity')
      order by closing_on desc, ordinal desc limit 1)
    select latest.closing_on as "on", latest.closing_balance as stated, booked, not_in_books as "notInBooks",
      (select coalesce(-sum(amount), 0)::bigint from money_posting join money_entry on money_entry.id = entry_id
        where account_id = 'unallocated' and accounting_date <= latest.closing_on) as unallocated
    from latest, lateral (
      select coalesce(sum(amount) filter (where is_in_books), 0)::bigint as booked,
        coalesce(sum(amount) filter (where not is_in_books), 0)::bigint as not_in_books
      from bank_line where bank_line.account = latest.account and currency = 'GBP' and booked_on <= latest.closing_on) as lines`.execute(
    db,
  )
  const [row] = rows
  return row
    ? {
        on: row.on,
        ...{ stated: poundsOf(row.stated), booked: poundsOf(row.booked) },
        difference: poundsOf(row.stated - row.booked),
        ...{ notInBooks: poundsOf(row.notInBooks), unallocated: poundsOf(row.unallocated) },
      }
    : null
}

const sumsInPounds = (
  sums: readonly Pick<AccountSums, 'opening' | 'debit' | 'credit'>[],
): AccountsView['totals'] => {
  const [opening, debit, credit] = (['opening', 'debit', 'credit'] as const).map(part =>
    sums.reduce((sum, one) => sum + one[part], 0),
  ) as [Pence, Pence, Pence]
  return {
    ...{ opening: poundsOf(opening), debit: poundsOf(debit), credit: poundsOf(credit) },
    balance: poundsOf(opening + debit - credit),
  }
}

/**
 * Accounts that a reader may know, with what moved in a period and their balances at its end; for the market operator also the rounds in
 * the books by then.
 */
export const readAccountsView = async (
  db: Kysely<Database>,
  reader: Actor,
  period: StatementPeriod,
): Promise<AccountsView> => {
  const isStaff = isOperator(reader)
  const own = reader.organisationId === null ? [] : [reader.organisationId, ...(reader.formerIds ?? [])]
  const sums = await readAccountSums(db, isStaff ? null : own, period)
  const name = await readNamesOfKind(
    db,
    'organisation',
    sums.map(({ organisationId }) => organisationId),
  )
  const booked = isStaff ? await listBookedRounds(db, period.until) : []
  const round = await readRoundsWithMarkets(
    db,
    booked.map(({ roundId }) => roundId),
  )
  const place = ({ purpose }: { purpose: AccountPurpose }) => ACCOUNT_PURPOSES.indexOf(purpose)
  return {
    ...period,
    accounts: sums
      .map(({ id, purpose, organisationId, ...its }) => ({
        ...{ id, purpose },
        organisation: organisationId === null ? null : requireName(name, organisationId),
        ...sumsInPounds([its]),
      }))
      .toSorted(
        (a, b) =>
          place(a) - place(b) ||
          (a.organisation?.name ?? '').localeCompare(b.organisation?.name ?? '', 'en-GB'),
      ),
    totals: sumsInPounds(sums),
    bank: isStaff ? await readBankComparison(db, period.until) : null,
    rounds: booked.map(({ roundId, at, paid }) => ({
      round: round(roundId),
      settledAt: at,
      paid: poundsOf(paid),
    })),
  }
}
