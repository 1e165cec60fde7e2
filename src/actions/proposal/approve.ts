import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { hinted, longText, optional } from '../kit/fields.ts'
import { anotherPerson, isOver, mayApprove, OVER } from './decide.ts'

/** A second person agrees, and what was proposed is done as it was sent, if nothing has changed since. */
export const approve = action({
  name: 'Approve',
  on: 'proposal',
  title: 'Approve',
  binds: {
    verb: 'Approve and do it',
    undone: 'It is done at once, as it was proposed; what can be taken back of it is as without a proposal.',
  },
  who: [anotherPerson],
  stepUp: true,
  carriesOut: true,
  from: ['Waiting'],
  when: mayApprove,
  given: isOver,
  fields: {
    note: hinted(
      optional(longText('Note')),
      'What you looked at, or what should be known of it later. Whoever proposed it reads it.',
    ),
  },
  initial: () => ({}),
  check: (_, { isOver: over }) => (over ? { form: OVER } : {}),
  to: 'Approved',
  effect: ({ subject, values, actor, now }) => [
    update('proposal', subject, { note: values.note, decidedBy: actor.userId, decidedAt: now }),
  ],
})
