import type { PreparedKind, Registration } from '#contract/nouns/registration'
import type { Actor } from '#domain/people/actor'
import { requirementStepsToBid, projectStepsToOffer } from '#domain/steps/after-registration'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import type { ViewContext } from '../views/kit/context.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from '../views/kit/names.ts'
import { REGISTERED_STATUS } from '../log/receipts.ts'
import { readAuditTrailEntry } from '../log/trail.ts'

/**
 * The last registration of an item for a market round, from the log, with what follows; undefined if it was never
 * registered.
 */
const registrationOf = async (
  kind: PreparedKind,
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
    .where('toStatus', '=', REGISTERED_STATUS)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const [{ id, at, actor, receipt, isBeingChained }, round, names] = await Promise.all([
    readAuditTrailEntry(db, found, reader),
    readRoundsWithMarkets(db, [thing.roundId]),
    readNamesOfKind(db, 'organisation', [thing.ownerId, thing.agentId]),
  ])
  return {
    id: thing.id,
    name: thing.name,
    round: round(thing.roundId),
    owner: requireName(names, thing.ownerId),
    agent: names(thing.agentId),
    entry: { id, at, actor, receipt, isBeingChained },
    after,
  }
}

/** Registration of a project, and what happens until it is offered. */
export const readProjectRegistration = (
  { supplierId: ownerId, ...project }: Project,
  reader: Actor,
  context: ViewContext,
) => registrationOf('project', { ...project, ownerId }, projectStepsToOffer(project.status), reader, context)

/** Registration of a credit requirement, and what happens until there is a bid. */
export const readRequirementRegistration = (
  { buyerId: ownerId, ...requirement }: Requirement,
  reader: Actor,
  context: ViewContext,
) =>
  registrationOf(
    'requirement',
    { ...requirement, ownerId },
    requirementStepsToBid(requirement.status),
    reader,
    context,
  )
