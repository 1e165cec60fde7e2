import { sql } from 'kysely'
import type { Actor } from '#domain/people/actor'
import { representedOrganisationIds, mayUsePermissionFor } from '#domain/people/agency'
import { utcDayOf, isInDayWindow, type Day } from '@credit-market/values/dates'
import {
  capacitiesOpenInRound,
  projectRoundCandidate,
  requirementRoundCandidate,
  type RoundFitCandidate,
} from '#domain/project/fits-round'
import { registrationWindowOf } from '#domain/round/participation'
import { registrationWindow, type Round } from '#domain/round/round'
import type { Capacity } from '#domain/values/capacity'
import type { ViewContext } from './kit/context.ts'
import { readServices } from './services.ts'

/** This many of an organisation's newest items show what it trades in. */
const MOST = 300

type Owned = RoundFitCandidate & { ownerId: string }

/** Items of organisations, with the properties that rounds check. */
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
  const services = await readServices(db, projects)
  const types = await read.list('projectType', {
    id: [...new Set(projects.flatMap(({ typeId }) => typeId ?? []))],
  })
  return [
    ...projects.map(project => ({
      ...projectRoundCandidate(
        project,
        services.filter(({ projectId }) => projectId === project.id),
        types.find(({ id }) => id === project.typeId),
      ),
      ownerId: project.supplierId,
    })),
    ...requirements.map(requirement => ({
      ...requirementRoundCandidate(requirement),
      ownerId: requirement.buyerId,
    })),
  ]
}

/** The last date on which an organisation that registers today could still enter the round, if it can trade there. */
const lastDayIn = (
  round: Round,
  things: readonly RoundFitCandidate[],
  before: readonly Capacity[],
  today: Day,
): Day | undefined => {
  const ends = capacitiesOpenInRound(round, things, before).flatMap(capacity => {
    const window = registrationWindow(round, registrationWindowOf(capacity))
    return isInDayWindow(today, window) && window.end !== null ? [window.end] : []
  })
  return ends.toSorted()[0]
}

/**
 * For each round, the last date for an organisation of this reader to take part; undefined if there is no reason to:
 * the organisation takes part already, has withdrawn, or cannot trade there by credit type, place, capacity and open
 * windows.
 */
export const readLastDaysToJoin = async (
  reader: Actor,
  context: ViewContext,
): Promise<(round: Round) => Day | undefined> => {
  const ids = representedOrganisationIds(reader)
  if (ids.length === 0) return () => undefined
  const today = utcDayOf(context.now)
  // One query for all rounds, so that a page of rounds needs only one.
  const participations = await context.read.list('participation', { organisationId: ids })
  const things = await thingsOf(ids, context)
  return round => {
    const ends = ids.flatMap(id => {
      const own = participations.filter(one => one.organisationId === id)
      const isThere = own.some(one => one.roundId === round.id && one.status !== 'Interested')
      if (isThere || !mayUsePermissionFor(reader, id, round.id, ['RegisterForRound'])) return []
      const before = own.map(({ capacity }) => capacity)
      const its = things.filter(({ ownerId }) => ownerId === id)
      return lastDayIn(round, its, before, today) ?? []
    })
    return ends.toSorted()[0]
  }
}
