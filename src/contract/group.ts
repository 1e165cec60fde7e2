import { z } from 'zod'
import { GROUP_TYPES } from '#domain/group'
import { relation, own, text } from './columns/column.ts'
import { byIds, noun, oneOf } from './noun.ts'
import { projectRow } from './project.ts'
import { requirementRow } from './requirement.ts'
import { resourceOf, rowOf } from './resource.ts'
import { roundOfItem } from './round.ts'
import { day, named } from './values.ts'

const columns = {
  type: z.enum(GROUP_TYPES),
  round: roundOfItem,
  owner: named,
  projects: z.array(projectRow),
  requirements: z.array(requirementRow),
}

/** The columns of groups of projects and of requirements alike. */
export const GROUP_COLUMNS = {
  name: text('Group', {}),
  type: text('Type', {}),
  owner: relation('Owner', 'organisation', {}),
  round: relation('Market round', 'round', {}),
  members: own('Members'),
}

/** A group in a list, with its members. */
export const groupRow = z.object({ ...rowOf, name: z.string(), ...columns }).meta({ id: 'GroupRow' })
export type GroupRow = z.infer<typeof groupRow>

export const projectGroupView = z
  .object({ ...resourceOf('projectGroup'), on: day, ...columns })
  .meta({ id: 'ProjectGroup' })
export const requirementGroupView = z
  .object({ ...resourceOf('requirementGroup'), on: day, ...columns })
  .meta({ id: 'RequirementGroup' })
export type ProjectGroupView = z.infer<typeof projectGroupView>
export type RequirementGroupView = z.infer<typeof requirementGroupView>

/** Projects of which only one, or all, may win. */
export const projectGroup = noun({
  kind: 'projectGroup',
  path: 'project-group',
  list: 'project-groups',
  called: ['project group', 'project groups'],
  readBy: 'owner',
  owner: 'supplierId',
  page: ({ id }: { id: string }) => `/project-group/${id}`,
  isSubject: true,
  isNamed: true,
  isDated: true,
  search: { place: 4, round: 'roundId', behind: ['supplierId', 'organisation'] },
  row: groupRow,
  view: projectGroupView,
  filters: { marketId: byIds, marketRoundId: byIds, supplierId: byIds, type: oneOf(GROUP_TYPES) },
  sorts: ['name', 'owner', 'round'],
})

/** Credit requirements of which up to 100 percent across the group, or all, may win. */
export const requirementGroup = noun({
  kind: 'requirementGroup',
  path: 'requirement-group',
  list: 'requirement-groups',
  called: ['credit requirement group', 'credit requirement groups'],
  readBy: 'owner',
  owner: 'buyerId',
  page: ({ id }: { id: string }) => `/credit-requirement-group/${id}`,
  isSubject: true,
  isNamed: true,
  isDated: true,
  search: { place: 5, round: 'roundId', behind: ['buyerId', 'organisation'] },
  row: groupRow,
  view: requirementGroupView,
  filters: { marketId: byIds, marketRoundId: byIds, buyerId: byIds, type: oneOf(GROUP_TYPES) },
  sorts: ['name', 'owner', 'round'],
})
