import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { roundFields, roundFieldVisibility, fillRoundDefaults } from '../round/details.ts'

/** Adds a round to this market, as a draft. */
export const addRoundToMarket = action({
  name: 'CreateRound',
  on: 'market',
  title: 'Add market round',
  who: [operator],
  fields: roundFields,
  // Leaves out the market's own name, which this action does not set.
  initial: () => ({ name: null, tellsCriticalAmounts: true }),
  show: roundFieldVisibility,
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
