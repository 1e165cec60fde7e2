import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { optional, positiveMoney, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Sets the deposit for each bid in the rounds of a market whose registration opens afterwards: an amount, or none (decision 0243). */
export const setDeposit = action({
  name: 'SetDeposit',
  on: 'market',
  title: 'Set deposit',
  description:
    'Choose what bidders pay as a deposit for each bid. A bid whose deposit has not been received in full when the match begins takes no part in it. This applies to rounds whose registration opens from now on. Rounds that have opened keep theirs.',
  who: [operator],
  fields: {
    deposit: withHint(
      optional(positiveMoney('Deposit for each bid')),
      'The same amount for every bid, so that it says nothing about the bid. Leave this empty if your market asks for no deposit.',
    ),
  },
  effect: ({ subject: market, values: { deposit } }) => [update('market', market, { deposit })],
  done: ({ deposit }) =>
    deposit === null ? 'New rounds ask for no deposit' : 'New rounds ask for this deposit',
})
