import type { GroupType } from '#domain/project/group'
import { ROUND_STATUSES_BEFORE_BIDS_CLOSE } from '#domain/round/round'
import { agent, operator, owner } from '../kit/who.ts'
import { isRoundOpenForBids } from './second-person.ts'

/** Actors who may form groups, which tie offers or bids of one organisation together. */
export const GROUP_ACTOR_GROUPS = [operator, owner, agent('RegisterForRound'), agent('MakeOffersOrBids')]

/** Rules for changing a group: possible until bids close; the owner must approve while a change can alter prices. */
export const GROUP_CHANGE_RULES = {
  who: GROUP_ACTOR_GROUPS,
  approval: 'ownerIfAny',
  approvalWhen: isRoundOpenForBids,
  during: ROUND_STATUSES_BEFORE_BIDS_CLOSE,
} as const

/** Preview of withdrawing the offer or bid of an item: a group that wins together takes part only as a whole. */
export const previewIncompleteGroup = (
  group: { name: string; type: GroupType } | undefined,
  members: 'projects' | 'credit requirements',
): { preview: string[] } => ({
  preview:
    group?.type === 'AND'
      ? [
          `The ${members} of the group “${group.name}” win all together or not at all, so none of them will take part`,
        ]
      : [],
})

/** Preview of removing an item from its group: names the group and its effect. */
export const previewLeavingGroup = (
  name: string,
  group: { name: string; type: GroupType } | undefined,
  labels: Record<GroupType, string>,
): { preview: string[] } => ({
  preview: group ? [`${name} will leave the group “${group.name}” (${labels[group.type]})`] : [],
})
