import { namesDeposit } from '#domain/money/match-payments'
import { action, saveAnswers } from '../kit/action.ts'
import { longText, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/**
 * Takes a line out of the list of what waits, because it belongs to no invoice and no account; its money stays in the account of payments without one. Two
 * people agree if the line names a deposit, because a bid whose deposit is not booked takes no part in the match (decision 0248).
 */
export const setBankLineAside = action({
  name: 'SetBankLineAside',
  on: 'bankLine',
  title: 'Set aside',
  description:
    'What is left of the line stays among unallocated receipts and payments, until you book it, post it or return it.',
  who: [operator],
  approval: 'secondPerson',
  approvalWhen: namesDeposit,
  from: ['Waiting'],
  fields: {
    reason: withHint(
      longText('Reason', 3),
      'What it is, and what happens with the money: for example, that you return it.',
    ),
  },
  effect: saveAnswers,
  to: 'SetAside',
  done: 'The line is set aside',
})
