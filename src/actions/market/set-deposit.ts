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
    'Choose what bidders pay as a deposit for each bid. If we have not received the full deposit when matching starts, the bid does not count. This applies to rounds whose registration opens from now on. Rounds that have opened keep theirs.',
  who: [operator],
  fields: {
    deposit: withHint(
      optional(positiveMoney('Deposit for each bid')),
      'Every bidder pays the same, so the deposit does not show how much they bid. Leave this empty if your market asks for no deposit.',
    ),
  },
  effect: ({ subject: market, values: { deposit } }) => [update('market', market, { deposit })],
  done: ({ deposit }) =>
    deposit === null
      ? 'Rounds that open from now on will not ask for one'
      : 'Rounds that open from now on will ask for this deposit',
})
