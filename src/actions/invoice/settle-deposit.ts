import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'

/** Sets a deposit off against invoices of its bid, pays back what is left, or takes it back if it was never paid (decision 0244). */
export const settleDeposit = action({
  name: 'SettleDeposit',
  on: 'invoice',
  title: 'Settle deposit',
  who: [system],
  when: ({ kind }) => kind === 'deposit' || 'This document does not ask for a deposit',
  fields: {},
  effect: ({ subject }) => [{ change: 'settleDeposit', depositId: subject.id }],
})
