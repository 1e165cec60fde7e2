import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { longText, name, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { instances } from './set-publishing.ts'

/** A new market, in which rounds can then be run. */
export const createMarket = action({
  name: 'CreateMarket',
  on: 'markets',
  title: 'Add market',
  who: [operator],
  fields: {
    name: name('Name'),
    description: optional(longText('Description')),
    instances: optional(instances),
  },
  effect: ({ values, newId }) => [
    create('market', { ...values, instances: values.instances ?? 'withheld', id: newId() }),
  ],
})
