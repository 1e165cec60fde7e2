import { type Day, showDay } from '@credit-market/values/dates'

/** A payment of an invoice, or of the invoice that it replaces, that the bank returned or that was booked by mistake. */
export interface ReturnedPayment {
  /** Invoice that can be paid again. */
  invoiceId: string
  /** Invoice to which the payment was booked: the same one, or one that a credit note took back. */
  paidInvoiceId: string
  rule: 'returned' | 'takenBack'
  /** Day of the return by the bank, or on which the booking was taken back. */
  on: Day
  bankLineId: string
  bankReference: string
  /** File of the statement that has the line; null for a line from a version that did not keep it. */
  statementId: string | null
  statementName: string | null
  uploadedBy: string
  uploaderName: string
}

/** Says that an invoice was paid before, and when, by which line of which statement and by whom that ended. */
export const returnedPaymentText = (one: ReturnedPayment): string => {
  const { invoiceId, paidInvoiceId, rule, on, bankReference, statementName, uploaderName } = one
  const paid =
    paidInvoiceId === invoiceId
      ? `${invoiceId} was paid before`
      : `${invoiceId} replaces ${paidInvoiceId}, which was paid before`
  const line = `bank line ${bankReference} of ${statementName ?? 'a statement'}, which ${uploaderName} uploaded`
  return rule === 'returned'
    ? `${paid}. The bank returned the payment on ${showDay(on)}: ${line}`
    : `${paid}. The booking was taken back on ${showDay(on)}: ${line}`
}

/**
 * Says why a person must not decide that invoices are paid again: the person uploaded the statement in which a payment was
 * returned (decision 0235). A booking that was taken back needs two people already.
 */
export const repaymentObstacle = (
  returned: readonly ReturnedPayment[],
  userId: string | null,
): string | null => {
  const own = returned.find(({ rule, uploadedBy }) => rule === 'returned' && uploadedBy === userId)
  return own === undefined
    ? null
    : `You uploaded the bank statement in which the payment of ${own.paidInvoiceId} was returned, so you cannot approve paying it again. Ask a colleague to approve, or cancel this run and create one without ${own.invoiceId}`
}
