import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { longText, name, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { matchPublicationField } from './set-publishing.ts'

/** Adds a market for rounds. */
export const createMarket = action({
  name: 'CreateMarket',
  on: 'markets',
  title: 'Add market',
  who: [operator],
  fields: {
    name: name('Name'),
    description: optional(longText('Description')),
    instances: optional(matchPublicationField),
  },
  effect: ({ values, newId }) => [
    create('market', { ...values, instances: values.instances ?? 'withheld', id: newId() }),
  ],
  done: 'The market has been added',
})
