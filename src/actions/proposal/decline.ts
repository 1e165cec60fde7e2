import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { hinted, longText } from '../kit/fields.ts'
import { anotherPerson, mayDecide } from './decide.ts'

/** A second person does not agree, and says why: nothing is done. */
export const decline = action({
  name: 'Decline',
  on: 'proposal',
  title: 'Decline',
  who: [anotherPerson],
  stepUp: true,
  from: ['Waiting'],
  when: mayDecide,
  fields: { note: hinted(longText('Why not?'), 'Whoever proposed it reads this, and may propose it again.') },
  initial: () => ({}),
  to: 'Declined',
  effect: ({ subject, values, actor, now }) => [
    update('proposal', subject, { note: values.note, decidedBy: actor.userId, decidedAt: now }),
  ],
  done: 'The proposal is declined; nothing was done',
})
