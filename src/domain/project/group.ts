import type { StoredRow } from '../values/subject.ts'

export const GROUP_TYPES = ['XOR', 'AND'] as const
export type GroupType = (typeof GROUP_TYPES)[number]

export const PROJECT_GROUP_LABELS: Record<GroupType, string> = {
  XOR: 'Only one may win',
  AND: 'All must win',
}
export const REQUIREMENT_GROUP_LABELS: Record<GroupType, string> = {
  XOR: 'Up to 100 percent across the group',
  AND: 'All must win',
}

/** Projects of one supplier in one round that win exclusively or together. The member stores its group. */
export interface ProjectGroup extends StoredRow {
  name: string
  type: GroupType
  roundId: string
  supplierId: string
}

/** Requirements of one buyer in one round that win exclusively or together. */
export interface RequirementGroup extends StoredRow {
  name: string
  type: GroupType
  roundId: string
  buyerId: string
}
