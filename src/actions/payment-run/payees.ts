import type { Invoice } from '#domain/money/invoice'
import { heldAmount } from '#domain/money/held-payment'
import type { Payee } from '#domain/money/payment-run'
import type { Organisation } from '#domain/people/organisation'
import type { Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import { readPayable } from '../bank-line/payable.ts'
import type { Read } from '../kit/changes.ts'

/**
 * A self-billed invoice or refund with the part that can be paid, what a failure holds, and the organisation that receives the
 * payment.
 */
export interface PayableToSupplier {
  invoice: Invoice
  open: Pence
  held: Pence
  payee: Payee & { id: string; name: string }
}

/** The organisation that receives a payment: the supplier, or the one that it was merged into; a merger changes the account. */
const payeeOf = (supplier: Organisation, { id, name, iban, ibanSetAt }: Organisation) => {
  const changes = [ibanSetAt, supplier.id === id ? null : supplier.mergedAt].filter(one => one !== null)
  return { id, name, iban, accountChangedAt: changes.toSorted().at(-1) ?? null }
}

/** Reads what can be paid of invoices and who receives it: their party, or the organisation into which it was merged. */
export const readPayableToSuppliers = async (
  read: Read,
  ids: readonly string[],
  today: Day,
): Promise<PayableToSupplier[]> => {
  const invoices = await read.list('invoice', { id: ids })
  const { payable } = await readPayable(read, invoices)
  const billed = invoices.filter(({ kind }) => kind === 'selfBilled').map(({ itemId }) => itemId)
  const shares = await read.heldShares([...new Set(billed)], today)
  const suppliers = await read.list('organisation', { id: [...new Set(invoices.map(one => one.partyId))] })
  const mergedInto = suppliers.flatMap(({ mergedIntoId }) => mergedIntoId ?? [])
  const remaining = await read.list('organisation', { id: [...new Set(mergedInto)] })
  const byId = new Map([...suppliers, ...remaining].map(one => [one.id, one]))
  return ids.flatMap(id => {
    const invoice = invoices.find(one => one.id === id)
    const supplier = byId.get(invoice?.partyId ?? '')
    const receiver = byId.get(supplier?.mergedIntoId ?? supplier?.id ?? '')
    if (!invoice || !supplier || !receiver) return []
    const { open: whole, total } = payable.find(one => one.id === id) ?? { open: 0, total: 0 }
    const share = invoice.kind === 'selfBilled' ? shares.get(invoice.itemId) : undefined
    const held = share ? heldAmount({ open: whole, total }, share) : 0
    return [{ invoice, payee: payeeOf(supplier, receiver), open: whole - held, held }]
  })
}
