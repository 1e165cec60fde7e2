import type { Payment } from '#domain/money/bank-line'
import { type Invoice, openAmount } from '#domain/money/invoice'
import type { PayableInvoice } from '#domain/money/match-payments'
import type { Read } from '../kit/changes.ts'

/** Payments or bookings that none of some reversals reverses, and that reverse none. */
export const standingOf = <T extends Pick<Payment, 'id' | 'reversesId'>>(
  all: readonly T[],
  reversals: readonly Pick<Payment, 'reversesId'>[],
): T[] => {
  const gone = new Set(reversals.map(({ reversesId }) => reversesId))
  return all.filter(({ id, reversesId }) => reversesId === null && !gone.has(id))
}

/** Payments that nothing has reversed, and that reverse none. */
export const readStanding = async (read: Read, payments: readonly Payment[]): Promise<Payment[]> =>
  standingOf(payments, await read.list('payment', { reversesId: payments.map(({ id }) => id) }))

/** Reads the documents that end others, without those that a credit note has taken back: `is_ended` of the database in memory. */
export const readStandingNotes = async (read: Read, ids: readonly string[]): Promise<Invoice[]> => {
  const notes = await read.list('invoice', { creditsId: ids })
  const later = await read.list('invoice', { creditsId: notes.map(({ id }) => id) })
  const ended = new Set(later.map(({ creditsId }) => creditsId))
  return notes.filter(({ id }) => !ended.has(id))
}

/** Of these payments, those that can be reversed: all but payments of a deposit of which less is left, because it was used or paid back. */
export const readReversible = async (read: Read, payments: readonly Payment[]): Promise<Payment[]> => {
  const ids = [...new Set(payments.map(({ invoiceId }) => invoiceId))]
  const deposits = (await read.list('invoice', { id: ids, kind: 'deposit' })).map(({ id }) => id)
  if (deposits.length === 0) return [...payments]
  const [paid, setOff, notes] = await Promise.all([
    read.list('payment', { invoiceId: deposits }),
    read.list('payment', { depositId: deposits }),
    readStandingNotes(read, deposits),
  ])
  const left = new Map(deposits.map(id => [id, 0]))
  const add = (id: string | null, amount: number) => left.set(id ?? '', (left.get(id ?? '') ?? 0) + amount)
  for (const { invoiceId, amount } of paid) add(invoiceId, amount)
  for (const { depositId, amount } of setOff) add(depositId, 0 - amount)
  for (const { kind, creditsId, net } of notes) if (kind === 'depositReturn') add(creditsId, net)
  return payments.filter(({ invoiceId, amount }) => {
    const rest = left.get(invoiceId)
    if (rest === undefined) return true
    if (rest < amount) return false
    add(invoiceId, 0 - amount)
    return true
  })
}

/** Invoices with what is open of each: nothing of one that a credit note takes back. */
export const readPayable = async (
  read: Read,
  invoices: readonly Invoice[],
): Promise<{ payable: PayableInvoice[]; payments: Payment[] }> => {
  const ids = invoices.map(({ id }) => id)
  const [payments, credits] = await Promise.all([
    read.list('payment', { invoiceId: ids }),
    readStandingNotes(read, ids),
  ])
  const credited = new Set(credits.map(({ creditsId }) => creditsId))
  const paid = new Map<string, number>()
  for (const { invoiceId, amount } of payments) paid.set(invoiceId, (paid.get(invoiceId) ?? 0) + amount)
  return {
    payments,
    payable: invoices.map(invoice => ({
      ...{ id: invoice.id, kind: invoice.kind, partyId: invoice.partyId },
      total: invoice.net + invoice.vat,
      open: openAmount(invoice, {
        paid: Math.abs(paid.get(invoice.id) ?? 0),
        isCredited: credited.has(invoice.id),
      }),
    })),
  }
}
