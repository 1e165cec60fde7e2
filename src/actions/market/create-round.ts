import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { roundFields, roundShow, withUsual } from '../round/details.ts'

/** A new round of this market, as a draft. */
export const createRound = action({
  name: 'CreateRound',
  on: 'market',
  title: 'Add market round',
  who: [operator],
  fields: roundFields,
  // Not the market's own name.
  initial: () => ({ name: null, tellsCriticalAmounts: true }),
  show: roundShow,
  effect: ({ subject, values, newId }) => [
    create('round', {
      ...withUsual(values),
      tellsCriticalAmounts: values.tellsCriticalAmounts ?? true,
      id: newId(),
      marketId: subject.id,
      status: 'Draft',
    }),
  ],
})
