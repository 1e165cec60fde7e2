import { cancelPaymentRun } from './cancel-payment-run.ts'
import { createPaymentRun } from './create-payment-run.ts'
import { makePaymentFile } from './make-payment-file.ts'

/** Actions on a payment run, in menu order. */
export const paymentRunActions = [makePaymentFile, cancelPaymentRun]

/** Actions on the list of payment runs. */
export const paymentRunListActions = [createPaymentRun]
