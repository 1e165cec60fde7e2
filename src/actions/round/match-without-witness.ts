import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Lets a match begin that waits for a witness to co-sign the close, where the witness is away; the reason stands in the log. */
export const matchWithoutWitness = action({
  name: 'MatchWithoutWitness',
  on: 'round',
  title: 'Match without a witness',
  binds: {
    verb: 'Match without a witness',
    undone: 'The match begins although nobody outside has seen the close. The reason stays in the log.',
  },
  description:
    'The match waits until a registered witness has co-signed a checkpoint of the log that contains the close. Go on without only when the witness is away.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Pending'],
  when: ({ unwitnessedReason }) =>
    unwitnessedReason === null || 'Two people have agreed on that for this match',
  fields: { reason: longText('Reason') },
  initial: () => ({}),
  effect: ({ subject, values }) => [update('round', subject, { unwitnessedReason: values.reason })],
  done: 'The match no longer waits for a witness',
})
