import { PERMISSIONS, PERMISSION_LABELS } from '#domain/people/authority'
import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { action, saveAnswers } from '../kit/action.ts'
import { withHint, manyOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Changes what an approved agent may do for its client in the round, with effect at once. */
export const editPermissions = action({
  name: 'EditPermissions',
  on: 'agentAuthority',
  title: 'Edit permissions',
  binds: {
    verb: 'Change the permissions',
    undone: 'You can change the permissions again until the round is settled.',
  },
  who: [operator],
  stepUp: true,
  approval: 'ownerIfAny',
  // An agent with all permissions can only lose some.
  approvalWhen: ({ permissions }) => permissions.length < PERMISSIONS.length,
  from: ['Approved'],
  during: UNSETTLED_ROUND_STATUSES,
  fields: {
    permissions: withHint(
      manyOf('Permissions', PERMISSIONS, PERMISSION_LABELS),
      'What the agent may do for this client in this round: register, make offers and bids, or both.',
    ),
  },
  effect: saveAnswers,
  done: 'The permissions have been changed',
})
