import type { Actor } from '#domain/people/actor'
import type { ProjectGroup, RequirementGroup } from '#domain/project/group'
import type { ProjectGroupView, RequirementGroupView } from '#contract/requirement/group'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from './kit/names.ts'
import { projectRows } from './project.ts'
import { requirementRows } from './requirement.ts'

const surroundingsOf = async (group: { roundId: string }, ownerId: string, { db, now }: ViewContext) => {
  const round = await db.selectFrom('round').selectAll().where('id', '=', group.roundId).executeTakeFirst()
  const roundNamed = await readRoundsWithMarkets(db, [group.roundId])
  const owner = await readNamesOfKind(db, 'organisation', [ownerId])
  return { around: { round, now }, round: roundNamed(group.roundId), owner: requireName(owner, ownerId) }
}

/** View of a group of projects, with its members. */
export const projectGroupView = async (
  group: ProjectGroup,
  reader: Actor,
  context: ViewContext,
): Promise<ProjectGroupView> => {
  const { around, round, owner } = await surroundingsOf(group, group.supplierId, context)
  const { db, on } = context
  const members = await db
    .selectFrom('project')
    .selectAll()
    .where('groupId', '=', group.id)
    .orderBy('ordinal')
    .execute()
  return {
    ...commonResourceView('projectGroup', group, group.name, reader, around),
    on,
    type: group.type,
    round,
    owner,
    projects: await projectRows(db, members, reader, on),
    requirements: [],
  }
}

/** View of a group of credit requirements, with its members. */
export const requirementGroupView = async (
  group: RequirementGroup,
  reader: Actor,
  context: ViewContext,
): Promise<RequirementGroupView> => {
  const { around, round, owner } = await surroundingsOf(group, group.buyerId, context)
  const { db, on } = context
  const members = await db
    .selectFrom('requirement')
    .selectAll()
    .where('groupId', '=', group.id)
    .orderBy('ordinal')
    .execute()
  return {
    ...commonResourceView('requirementGroup', group, group.name, reader, around),
    on,
    type: group.type,
    round,
    owner,
    projects: [],
    requirements: await requirementRows(db, members, reader),
  }
}
