import { z } from 'zod'
import { GROUP_TYPES } from '#domain/project/group'
import { relationColumn, derivedColumn, textColumn } from '../columns/column.ts'
import { idsFilter, defineNoun, choiceFilter } from '../kit/noun.ts'
import { projectRow } from '../project/project.ts'
import { requirementRow } from './requirement.ts'
import { resourceFields, rowFields } from '../kit/resource.ts'
import { roundOfItem } from '../round/round.ts'
import { day, idAndName } from '../kit/values.ts'

const columns = {
  type: z.enum(GROUP_TYPES),
  round: roundOfItem,
  owner: idAndName,
  projects: z.array(projectRow),
  requirements: z.array(requirementRow),
}

/** The columns of groups of projects and of requirements alike. */
export const GROUP_COLUMNS = {
  name: textColumn('Group', {}),
  type: textColumn('Type', {}),
  owner: relationColumn('Owner', 'organisation', {}),
  round: relationColumn('Market round', 'round', {}),
  members: derivedColumn('Members'),
}

/** A group in a list, with its members. */
export const groupRow = z.object({ ...rowFields, name: z.string(), ...columns }).meta({ id: 'GroupRow' })
export type GroupRow = z.infer<typeof groupRow>

export const projectGroupView = z
  .object({ ...resourceFields('projectGroup'), on: day, ...columns })
  .meta({ id: 'ProjectGroup' })
export const requirementGroupView = z
  .object({ ...resourceFields('requirementGroup'), on: day, ...columns })
  .meta({ id: 'RequirementGroup' })
export type ProjectGroupView = z.infer<typeof projectGroupView>
export type RequirementGroupView = z.infer<typeof requirementGroupView>

/** Projects of which only one, or all, may win. */
export const projectGroup = defineNoun({
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
  filters: {
    marketId: idsFilter,
    marketRoundId: idsFilter,
    supplierId: idsFilter,
    type: choiceFilter(GROUP_TYPES),
  },
  sorts: ['name', 'owner', 'round'],
})

/** Credit requirements of which up to 100 percent across the group, or all, may win. */
export const requirementGroup = defineNoun({
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
  filters: {
    marketId: idsFilter,
    marketRoundId: idsFilter,
    buyerId: idsFilter,
    type: choiceFilter(GROUP_TYPES),
  },
  sorts: ['name', 'owner', 'round'],
})
