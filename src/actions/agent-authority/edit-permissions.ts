import { PERMISSIONS, PERMISSION_LABELS } from '#domain/authority'
import { UNTIL_SETTLED } from '#domain/round'
import { action, save } from '../kit/action.ts'
import { hinted, manyOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Changes what an approved agent may do for its client in the round, with effect at once. */
export const editPermissions = action({
  name: 'EditPermissions',
  on: 'agentAuthority',
  title: 'Edit permissions',
  binds: {
    verb: 'Change the permissions',
    undone: 'The permissions can be changed again until the round is settled.',
  },
  who: [operator],
  stepUp: true,
  approval: 'ownerIfAny',
  // Whoever holds all of them can only lose some.
  approvalWhen: ({ permissions }) => permissions.length < PERMISSIONS.length,
  from: ['Approved'],
  during: UNTIL_SETTLED,
  fields: {
    permissions: hinted(
      manyOf('Permissions', PERMISSIONS, PERMISSION_LABELS),
      'What the agent may do for this client in this round: register, make offers and bids, or both.',
    ),
  },
  effect: save,
})
