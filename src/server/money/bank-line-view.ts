import { type Kysely, sql } from 'kysely'
import type { BankLineRow, BankLineView } from '#contract/money/bank'
import { rowLinks } from '#contract/nouns/nouns'
import type { BankLine, PaymentRule } from '#domain/money/bank-line'
import type { Actor } from '#domain/people/actor'
import { type Instant, showDay } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { commonResourceView, type ViewContext } from '../views/kit/context.ts'

const nameOf = ({ partyName, bookedOn }: BankLine): string =>
  `${partyName ?? 'Bank line'}, ${showDay(bookedOn)}`

/** A line of a bank statement as a row of a list. */
export const bankLineRow = (line: BankLine): BankLineRow => ({
  ...{ id: line.id, links: rowLinks('bankLine', line.id), name: nameOf(line) },
  ...{ bookedOn: line.bookedOn, partyName: line.partyName, reference: line.reference },
  ...{
    amount: poundsOf(line.amount),
    currency: line.currency,
    rest: poundsOf(line.rest),
    status: line.status,
  },
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

/** One line of a bank statement with its payments, for the market operator. */
export const bankLineView = async (
  line: BankLine,
  reader: Actor,
  { db, now }: ViewContext,
): Promise<BankLineView> => {
  const [payments, { displayName }, statementOf] = await Promise.all([
    readPayments(db, line.id),
    db.selectFrom('user').select('displayName').where('id', '=', line.uploadedBy).executeTakeFirstOrThrow(),
    readNamesOfKind(db, 'filedDocument', [line.statementId]),
  ])
  const { id: _, links: __, name: ___, ...shown } = bankLineRow(line)
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
    payments,
  }
}
