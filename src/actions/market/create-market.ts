import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { longText, name, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { matchPublicationField } from './set-publishing.ts'
import { roundFields, roundFieldVisibility, fillRoundDefaults } from '../round/details.ts'
import { answersOfLastRound, readLastRound } from '../round/last-round.ts'

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

/** Adds a round to this market, as a draft. Its form begins with the answers of the last round of the market. */
export const addRoundToMarket = action({
  name: 'CreateRound',
  on: 'market',
  title: 'Add market round',
  who: [operator],
  given: async (read, market) => ({ last: await readLastRound(read, market.id) }),
  fields: roundFields,
  // Leaves out the market's own name, which this action does not set.
  initial: (_market, { last, today }) =>
    last ? answersOfLastRound(last, today) : { name: null, tellsCriticalAmounts: true },
  show: roundFieldVisibility,
  warn: (_answers, _market, { last }) =>
    last ? { name: `The answers are those of ${last.name}. Check each of them` } : {},
  effect: ({ subject, values, newId }) => [
    create('round', {
      ...fillRoundDefaults(values),
      tellsCriticalAmounts: values.tellsCriticalAmounts ?? true,
      id: newId(),
      marketId: subject.id,
      status: 'Draft',
    }),
  ],
  done: 'The market round has been added as a draft',
})
