import { sql } from 'kysely'
import type { Actor } from '#domain/actor'
import { actedForBy, mayActFor } from '#domain/agency'
import { dayOf, within, type Day } from '#domain/dates'
import { capacitiesThatFit, projectCandidate, requirementCandidate, type Candidate } from '#domain/fits-round'
import { windowFor } from '#domain/participation'
import { windowOf, type Round } from '#domain/round'
import type { Capacity } from '#domain/capacity'
import type { ViewContext } from './context.ts'
import { servicesOf } from './services.ts'

/** So many of the newest things of an organisation tell what it trades in. */
const MOST = 300

type Owned = Candidate & { ownerId: string }

/** What organisations have, as rounds look at it. */
const thingsOf = async (ids: readonly string[], { db, read }: ViewContext): Promise<Owned[]> => {
  const owners = sql<string>`any(${[...ids]})`
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('supplierId', '=', owners)
    .orderBy('ordinal', 'desc')
    .limit(MOST)
    .execute()
  const requirements = await db
    .selectFrom('requirement')
    .selectAll()
    .where('buyerId', '=', owners)
    .orderBy('ordinal', 'desc')
    .limit(MOST)
    .execute()
  const services = await servicesOf(
    db,
    projects.map(({ id }) => id),
  )
  const types = await read.list('projectType', {
    id: [...new Set(projects.flatMap(({ typeId }) => typeId ?? []))],
  })
  return [
    ...projects.map(project => ({
      ...projectCandidate(
        project,
        services.filter(({ projectId }) => projectId === project.id),
        types.find(({ id }) => id === project.typeId),
      ),
      ownerId: project.supplierId,
    })),
    ...requirements.map(requirement => ({
      ...requirementCandidate(requirement),
      ownerId: requirement.buyerId,
    })),
  ]
}

/** Until when an organisation that would register today could still do so in a round in which it can trade something. */
const lastDayIn = (
  round: Round,
  things: readonly Candidate[],
  before: readonly Capacity[],
  today: Day,
): Day | undefined => {
  const ends = capacitiesThatFit(round, things, before).flatMap(capacity => {
    const window = windowOf(round, windowFor(capacity))
    return within(today, window) && window.end !== null ? [window.end] : []
  })
  return ends.toSorted()[0]
}

/**
 * Says of rounds until when somebody for whom this reader may register should take part, and nothing where nobody should:
 * somebody who neither does yet, nor has withdrawn, and can trade there, by credit type, place, capacity and the windows of
 * today.
 */
export const whereToTakePart = async (
  reader: Actor,
  context: ViewContext,
): Promise<(round: Round) => Day | undefined> => {
  const ids = actedForBy(reader)
  if (ids.length === 0) return () => undefined
  const today = dayOf(context.now)
  // Asked of all rounds at once, so that a page of rounds asks once.
  const participations = await context.read.list('participation', { organisationId: ids })
  const things = await thingsOf(ids, context)
  return round => {
    const ends = ids.flatMap(id => {
      const own = participations.filter(one => one.organisationId === id)
      const isThere = own.some(one => one.roundId === round.id && one.status !== 'Interested')
      if (isThere || !mayActFor(reader, id, round.id, ['RegisterForRound'])) return []
      const before = own.map(({ capacity }) => capacity)
      const its = things.filter(({ ownerId }) => ownerId === id)
      return lastDayIn(round, its, before, today) ?? []
    })
    return ends.toSorted()[0]
  }
}
