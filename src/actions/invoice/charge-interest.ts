import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'

/** Charges interest on an invoice that was paid late, by a note of its own; nothing if there is a note already (decision 0230). */
export const chargeInterest = action({
  name: 'ChargeInterest',
  on: 'invoice',
  title: 'Charge interest',
  who: [system],
  fields: {},
  effect: ({ subject }) => [{ change: 'interest', invoiceId: subject.id }],
})
