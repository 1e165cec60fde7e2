import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { pick } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { roundFields, roundFieldVisibility, fillRoundDefaults } from './details.ts'

/** Adds a round to the chosen market, as a draft. */
export const createRound = action({
  name: 'CreateRound',
  on: 'rounds',
  title: 'Add market round',
  who: [operator],
  fields: { marketId: pick('Market', 'market', '/api/markets?format=choices'), ...roundFields },
  initial: () => ({ tellsCriticalAmounts: true }),
  show: roundFieldVisibility,
  effect: ({ values, newId }) => [
    create('round', {
      ...fillRoundDefaults(values),
      tellsCriticalAmounts: values.tellsCriticalAmounts ?? true,
      id: newId(),
      status: 'Draft',
    }),
  ],
  done: 'The market round has been added as a draft',
})
