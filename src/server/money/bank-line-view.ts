import { type Kysely, sql } from 'kysely'
import type { BankLineRow, BankLineView } from '#contract/money/bank'
import { rowLinks } from '#contract/nouns/nouns'
import { BOOKABLE_ACCOUNTS, type BookableAccount } from '#domain/money/bookings/account-booking'
import type { BankLine, PaymentRule } from '#domain/money/bank-line'
import type { Actor } from '#domain/people/actor'
import { type Instant, showDay } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { commonResourceView, type ViewContext } from '../views/kit/context.ts'

const nameOf = ({ partyName, bookedOn }: BankLine): string =>
  `${partyName ?? 'Bank line'}, ${showDay(bookedOn)}`

const bankLineRow = (line: BankLine, postedTo: BankLineRow['postedTo']): BankLineRow => ({
  ...{ id: line.id, links: rowLinks('bankLine', line.id), name: nameOf(line) },
  ...{ bookedOn: line.bookedOn, partyName: line.partyName, reference: line.reference },
  ...{
    amount: poundsOf(line.amount),
    currency: line.currency,
    rest: poundsOf(line.rest),
    status: line.status,
    postedTo,
  },
})

/** Reads lines of bank statements as rows of a list, each with the accounts to which it is posted. */
export const bankLineRows = async (
  db: Kysely<Database>,
  lines: readonly BankLine[],
): Promise<BankLineRow[]> => {
  const { rows } = await sql<{ lineId: string; purpose: BookableAccount }>`
    select bank_line_id as "lineId", purpose from account_booking
    where bank_line_id = any(${lines.map(({ id }) => id)}::text[])
    group by bank_line_id, purpose having sum(amount) <> 0`.execute(db)
  return lines.map(line => {
    const its = new Set(rows.filter(({ lineId }) => lineId === line.id).map(({ purpose }) => purpose))
    return bankLineRow(
      line,
      BOOKABLE_ACCOUNTS.filter(purpose => its.has(purpose)),
    )
  })
}

/** The accounts with more bookings of a line than reversals. */
const accountsOf = (bookings: BankLineView['bookings']): BookableAccount[] =>
  BOOKABLE_ACCOUNTS.filter(purpose => {
    const its = bookings.filter(({ account }) => account === purpose)
    return its.length > 2 * its.filter(({ isReversal }) => isReversal).length
  })

const readPayments = async (db: Kysely<Database>, lineId: string): Promise<BankLineView['payments']> => {
  const { rows } = await sql<{
    id: string
    invoice: string
    partyId: string
    party: string
    amount: Pence
    rule: PaymentRule
    bookedAt: Instant
  }>`select payment.id, invoice_id as invoice, organisation.id as "partyId", organisation.name as party, amount, rule,
      booked_at as "bookedAt"
    from payment join invoice on invoice.id = invoice_id join organisation on organisation.id = party_id
    where bank_line_id = ${lineId} order by payment.ordinal`.execute(db)
  return rows.map(({ id, invoice, partyId, party, amount, rule, bookedAt }) => ({
    ...{ id, invoice: { id: invoice, name: invoice }, party: { id: partyId, name: party } },
    ...{ amount: poundsOf(amount), rule, bookedAt },
  }))
}

const readBookings = async (db: Kysely<Database>, lineId: string): Promise<BankLineView['bookings']> => {
  const { rows } = await sql<{
    id: string
    account: BookableAccount
    amount: Pence
    note: string
    isReversal: boolean
    bookedBy: string
    booker: string
    approvedBy: string | null
    approver: string | null
    bookedAt: Instant
  }>`select one.id, purpose as account, amount, note, reverses_id is not null as "isReversal", booked_by as "bookedBy",
      booker.display_name as booker, approved_by as "approvedBy", approver.display_name as approver, booked_at as "bookedAt"
    from account_booking as one join "user" as booker on booker.id = booked_by left join "user" as approver on approver.id = approved_by
    where bank_line_id = ${lineId} order by one.ordinal`.execute(db)
  return rows.map(({ id, account, amount, note, isReversal, bookedAt, ...one }) => ({
    ...{ id, entry: `booking ${id}`, account, amount: poundsOf(amount), note, isReversal, bookedAt },
    bookedBy: { id: one.bookedBy, name: one.booker },
    approvedBy: one.approvedBy === null ? null : { id: one.approvedBy, name: one.approver ?? '' },
  }))
}

/** One line of a bank statement with its payments and bookings, for the market operator. */
export const bankLineView = async (
  line: BankLine,
  reader: Actor,
  { db, now }: ViewContext,
): Promise<BankLineView> => {
  const [payments, bookings, { displayName }, statementOf] = await Promise.all([
    readPayments(db, line.id),
    readBookings(db, line.id),
    db.selectFrom('user').select('displayName').where('id', '=', line.uploadedBy).executeTakeFirstOrThrow(),
    readNamesOfKind(db, 'filedDocument', [line.statementId]),
  ])
  const { id: _, links: __, name: ___, ...shown } = bankLineRow(line, accountsOf(bookings))
  return {
    ...commonResourceView('bankLine', line, nameOf(line), reader, { round: undefined, now }),
    ...shown,
    ...{
      account: line.account,
      partyIban: line.partyIban,
      isReturn: line.isReturn,
      isInBooks: line.isInBooks,
    },
    ...{ bankReference: line.bankReference, reason: line.reason, uploadedAt: line.uploadedAt },
    uploadedBy: { id: line.uploadedBy, name: displayName },
    statement: statementOf(line.statementId),
    ...{ payments, bookings },
  }
}
