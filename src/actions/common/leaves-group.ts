import type { GroupType } from '#domain/group'

/** What it says before something leaves its group: which group that is, and what it means to be in it. */
export const leavesGroup = (
  name: string,
  group: { name: string; type: GroupType } | undefined,
  labels: Record<GroupType, string>,
): { preview: string[] } => ({
  preview: group
    ? [`${name} leaves the group “${group.name}” (${labels[group.type].toLowerCase()}) and stands alone`]
    : [],
})
