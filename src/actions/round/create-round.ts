import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { pick } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { roundFields, roundShow, withUsual } from './details.ts'

/** A new round of the market that is chosen, as a draft. */
export const createRound = action({
  name: 'CreateRound',
  on: 'rounds',
  title: 'Add market round',
  who: [operator],
  fields: { marketId: pick('Market', 'market', '/api/markets?format=choices'), ...roundFields },
  initial: () => ({ tellsCriticalAmounts: true }),
  show: roundShow,
  effect: ({ values, newId }) => [
    create('round', {
      ...withUsual(values),
      tellsCriticalAmounts: values.tellsCriticalAmounts ?? true,
      id: newId(),
      status: 'Draft',
    }),
  ],
})
