import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { longText, name, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** A new market, in which rounds can then be run. */
export const createMarket = action({
  name: 'CreateMarket',
  on: 'markets',
  title: 'Add market',
  who: [operator],
  fields: { name: name('Name'), description: optional(longText('Description')) },
  effect: ({ values, newId }) => [create('market', { ...values, id: newId() })],
})
