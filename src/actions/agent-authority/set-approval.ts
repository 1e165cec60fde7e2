import { PERMISSIONS, PERMISSION_LABELS } from '#domain/people/authority'
import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { file, withHint, longText, manyOf, notStored, optional, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Approves what an agent may do for its client in the round, or refuses it with a reason. A decision may be changed. */
export const setApproval = action({
  name: 'SetApproval',
  on: 'agentAuthority',
  title: 'Set approval',
  binds: {
    verb: 'Record the decision',
    undone: 'You can change the decision until the round is settled.',
  },
  who: [operator],
  stepUp: true,
  approval: 'ownerIfAny',
  // The owner has agreed to an authority that waits; a decided one is restored or widened.
  approvalWhen: ({ status, permissions }) => status !== 'Pending' && permissions.length < PERMISSIONS.length,
  from: ['Pending', 'Approved', 'Rejected'],
  during: UNSETTLED_ROUND_STATUSES,
  fields: {
    isApproved: notStored(yesNo('Is this authority approved?')),
    permissions: withHint(
      manyOf('Permissions', PERMISSIONS, PERMISSION_LABELS),
      'What the agent may do for this client in this round: register, make offers and bids, or both.',
    ),
    reason: longText('Reason'),
    authorityToAct: optional(file('Authority to act', 'AuthorityToAct')),
  },
  show: {
    permissions: ({ isApproved }) => isApproved === true,
    reason: ({ isApproved }) => isApproved === false,
  },
  to: { by: 'isApproved', is: { true: 'Approved', false: 'Rejected' } },
  reads: async (read, { roundId, clientId, agentId }) => {
    const nameOf = async (id: string) => (await read.one('organisation', id))?.name
    const round = await read.one('round', roundId)
    const market = round && (await read.one('market', round.marketId))
    return {
      agent: await nameOf(agentId),
      client: await nameOf(clientId),
      where: `${market?.name}, ${round?.name}`,
    }
  },
  preview: ({ values: { permissions }, reads: { agent, client, where } }) => {
    const may = (permissions ?? []).map(one => PERMISSION_LABELS[one]).join('; ')
    return {
      preview: [
        may === ''
          ? `${agent} cannot act for ${client} in ${where}`
          : `${agent} can act for ${client} in ${where}: ${may}`,
      ],
    }
  },
  effect: ({ subject, values }) => [
    update('agentAuthority', subject, { permissions: values.permissions ?? [], reason: values.reason }),
  ],
  done: 'Your decision has been recorded',
})
