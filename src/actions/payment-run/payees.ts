import type { Invoice } from '#domain/money/invoice'
import type { Payee } from '#domain/money/payment-run'
import type { Pence } from '@credit-market/values/money'
import { readPayable } from '../bank-line/payable.ts'
import type { Read } from '../kit/changes.ts'

/** A self-billed invoice with its open part, and the organisation that receives the payment. */
export interface PayableToSupplier {
  invoice: Invoice
  open: Pence
  payee: Payee & { id: string; name: string }
}

/** Reads what is open of invoices and who receives it: the supplier, or the organisation into which it was merged. */
export const readPayableToSuppliers = async (
  read: Read,
  ids: readonly string[],
): Promise<PayableToSupplier[]> => {
  const invoices = await read.list('invoice', { id: ids })
  const { payable } = await readPayable(read, invoices)
  const suppliers = await read.list('organisation', { id: [...new Set(invoices.map(one => one.partyId))] })
  const mergedInto = suppliers.flatMap(({ mergedIntoId }) => mergedIntoId ?? [])
  const remaining = await read.list('organisation', { id: [...new Set(mergedInto)] })
  const byId = new Map([...suppliers, ...remaining].map(one => [one.id, one]))
  return ids.flatMap(id => {
    const invoice = invoices.find(one => one.id === id)
    const supplier = byId.get(invoice?.partyId ?? '')
    const payee = byId.get(supplier?.mergedIntoId ?? supplier?.id ?? '')
    if (!invoice || !payee) return []
    return [{ invoice, payee, open: payable.find(one => one.id === id)?.open ?? 0 }]
  })
}
