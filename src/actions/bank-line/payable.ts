import type { Payment } from '#domain/money/bank-line'
import { type Invoice, openAmount } from '#domain/money/invoice'
import type { PayableInvoice } from '#domain/money/match-payments'
import type { Read } from '../kit/changes.ts'

/** Payments that nothing has reversed, and that reverse none. */
export const readStanding = async (read: Read, payments: readonly Payment[]): Promise<Payment[]> => {
  const reversals = await read.list('payment', { reversesId: payments.map(({ id }) => id) })
  const gone = new Set(reversals.map(({ reversesId }) => reversesId))
  return payments.filter(({ id, reversesId }) => reversesId === null && !gone.has(id))
}

/** Ids of the deposits among the invoices of payments that have been set off, paid back or taken back: their payments are not reversed. */
export const readUsedDeposits = async (
  read: Read,
  payments: readonly Pick<Payment, 'invoiceId'>[],
): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(payments.map(({ invoiceId }) => invoiceId))]
  const [setOff, ended] = await Promise.all([
    read.list('payment', { depositId: ids }),
    read.list('invoice', { creditsId: ids, kind: 'depositReturn' }),
  ])
  return new Set([
    ...setOff.flatMap(one => one.depositId ?? []),
    ...ended.flatMap(one => one.creditsId ?? []),
  ])
}

/** Invoices with what is open of each: nothing of one that a credit note takes back. */
export const readPayable = async (
  read: Read,
  invoices: readonly Invoice[],
): Promise<{ payable: PayableInvoice[]; payments: Payment[] }> => {
  const ids = invoices.map(({ id }) => id)
  const [payments, credits] = await Promise.all([
    read.list('payment', { invoiceId: ids }),
    read.list('invoice', { creditsId: ids }),
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
