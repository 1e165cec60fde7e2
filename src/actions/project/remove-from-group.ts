import { PROJECT_GROUP_LABELS } from '#domain/group'
import { UNMATCHED_PROJECT } from '#domain/project'
import { BEFORE_BIDS_CLOSE } from '#domain/round'
import { leavesGroup } from '../common/leaves-group.ts'
import { whileBidsAreOpen } from '../common/second-person.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Lets a project stand alone again. */
export const removeFromGroup = action({
  name: 'RemoveFromGroup',
  on: 'project',
  title: 'Remove from group',
  binds: {
    verb: 'Remove from the group',
    undone: 'It can be added to a group again until bids and offers close.',
  },
  who: [operator, owner, agent('RegisterForRound'), agent('MakeOffersOrBids')],
  approval: 'ownerIfAny',
  approvalWhen: whileBidsAreOpen,
  from: UNMATCHED_PROJECT,
  during: BEFORE_BIDS_CLOSE,
  when: ({ groupId }) => groupId !== null || 'The project is in no group',
  fields: { confirmed: confirm('Remove the project from its group') },
  reads: async (read, { groupId }) => (groupId === null ? undefined : read.one('projectGroup', groupId)),
  preview: ({ subject, reads: group }) => leavesGroup(subject.name, group, PROJECT_GROUP_LABELS),
  effect: ({ subject }) => [update('project', subject, { groupId: null })],
})
