import { action } from '../../kit/action.ts'
import { update } from '../../kit/changes.ts'
import { longText } from '../../kit/fields.ts'
import { operator } from '../../kit/who.ts'

/** Starts a match without a witness's co-signature of the close, if the witness is down; the log has the reason. */
export const matchWithoutWitness = action({
  name: 'MatchWithoutWitness',
  on: 'round',
  title: 'Match without a witness',
  binds: {
    verb: 'Match without a witness',
    undone:
      'Your match begins, although no one outside the market has confirmed that bids and offers are closed. Your reason stays in the log.',
  },
  description:
    'The match waits for a registered witness to confirm that bids and offers are closed, by co-signing a checkpoint of the log. Continue without a witness only if none is available.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Pending'],
  when: ({ unwitnessedReason }) =>
    unwitnessedReason === null || 'Two people have already agreed to start this match without a witness',
  fields: { reason: longText('Reason') },
  initial: () => ({}),
  effect: ({ subject, values }) => [update('round', subject, { unwitnessedReason: values.reason })],
  done: 'The match no longer waits for a witness',
})
