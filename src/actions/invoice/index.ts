import { chargeInterest } from './charge-interest.ts'
import { chasePayment } from './chase-payment.ts'
import { creditInvoice } from './credit-invoice.ts'
import { reopenDeposit } from './reopen-deposit.ts'
import { settleDeposit } from './settle-deposit.ts'

/** Actions on an invoice, in menu order. */
export const invoiceActions = [creditInvoice, reopenDeposit, chasePayment, chargeInterest, settleDeposit]
