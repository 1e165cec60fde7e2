import { type Kysely, sql } from 'kysely'
import type { PaymentRow } from '#contract/money/payment'
import type { Payment, PaymentRule, PaymentState } from '#domain/money/bank-line'
import { paymentReference } from '#domain/money/invoice'
import type { Day, Instant } from '@credit-market/values/dates'
import { poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'

interface PaymentFacts {
  id: string
  bookedOn: Day
  partyId: string
  party: string
  endedBy: PaymentRule | null
  endedAt: Instant | null
}

const stateOf = ({ endedBy }: PaymentFacts): PaymentState => {
  if (endedBy === null) return 'Booked'
  return endedBy === 'returned' ? 'Returned' : 'TakenBack'
}

/** Payments as rows of a list, each with its state. */
export const paymentRows = async (
  db: Kysely<Database>,
  payments: readonly Payment[],
): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentFacts>`
    select payment.id, booked_on as "bookedOn", organisation.id as "partyId", organisation.name as party,
      later.rule as "endedBy", later.booked_at as "endedAt"
    from payment join bank_line on bank_line.id = payment.bank_line_id join invoice on invoice.id = payment.invoice_id
      join organisation on organisation.id = party_id left join payment as later on later.reverses_id = payment.id
    where payment.id = any(${payments.map(({ id }) => id)}::text[])`.execute(db)
  const byId = new Map(rows.map(one => [one.id, one]))
  return payments.flatMap(({ id, invoiceId, amount, rule, bookedAt }) => {
    const facts = byId.get(id)
    if (!facts) return []
    return {
      ...{ id, bookedOn: facts.bookedOn, bookedAt, direction: amount > 0 ? 'Received' : 'Paid' },
      ...{ party: { id: facts.partyId, name: facts.party }, invoice: { id: invoiceId, name: invoiceId } },
      ...{ amount: poundsOf(Math.abs(amount)), rule, state: stateOf(facts), endedAt: facts.endedAt },
      reference: paymentReference(invoiceId),
    }
  })
}
