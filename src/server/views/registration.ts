import type { Prepared, Registration } from '#contract/registration'
import type { Actor } from '#domain/actor'
import { stepsToBid, stepsToOffer } from '#domain/after-registration'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import type { ViewContext } from './context.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { REGISTERED_AS } from './receipts.ts'
import { activityItem } from './trail.ts'

/** That a thing was last registered for a market round, as the log has it, and what follows; nothing while it never was. */
const registrationOf = async (
  kind: Prepared,
  thing: { id: string; name: string; roundId: string; agentId: string | null; ownerId: string },
  after: Registration['after'],
  reader: Actor,
  { db }: ViewContext,
): Promise<Registration | undefined> => {
  const found = await db
    .selectFrom('activity')
    .selectAll()
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', thing.id)
    .where('toStatus', '=', REGISTERED_AS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const [{ id, at, actor, receipt, isBeingChained }, round, names] = await Promise.all([
    activityItem(db, found, reader),
    roundsOf(db, [thing.roundId]),
    namesOf(db, 'organisation', [thing.ownerId, thing.agentId]),
  ])
  return {
    id: thing.id,
    name: thing.name,
    round: round(thing.roundId),
    owner: named(names, thing.ownerId),
    agent: names(thing.agentId),
    entry: { id, at, actor, receipt, isBeingChained },
    after,
  }
}

/** That a project has been registered, and what happens until it is offered. */
export const projectRegistration = (
  { supplierId: ownerId, ...project }: Project,
  reader: Actor,
  context: ViewContext,
) => registrationOf('project', { ...project, ownerId }, stepsToOffer(project.status), reader, context)

/** That a credit requirement has been registered, and what happens until there is a bid. */
export const requirementRegistration = (
  { buyerId: ownerId, ...requirement }: Requirement,
  reader: Actor,
  context: ViewContext,
) =>
  registrationOf('requirement', { ...requirement, ownerId }, stepsToBid(requirement.status), reader, context)
