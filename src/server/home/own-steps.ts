import { sql } from 'kysely'
import { findStep, isStepTaken } from '#actions/steps'
import type { NextStep } from '#contract/kit/resource'
import type { Actor } from '#domain/people/actor'
import { representedOrganisationIds } from '#domain/people/agency'
import type { Participation } from '#domain/round/participation'
import type { Round } from '#domain/round/round'
import { utcDayOf } from '@credit-market/values/dates'
import { listAvailableActions } from '../runner/available.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'
import { isStepActionable, addObstaclesToSteps } from '../views/missing.ts'
import type { countItemsByRound } from '../views/round-counts.ts'
import { readServices } from '../views/services.ts'
import { readLastDaysToJoin } from '../views/taking-part.ts'
import { nextStepForProject, nextStepForRequirement, nextStepForRound } from '../next/next.ts'

const MOST_ITEMS = 100

/** Rounds on the home page of a reader, with what it has in them. */
export interface Around {
  rounds: readonly Round[]
  /** Those of the reader's own organisation. */
  participations: readonly Participation[]
  counts: Awaited<ReturnType<typeof countItemsByRound>>
}

/** A step with the owner of its thing, who may be a client of the reader. */
export interface OwnedStep {
  step: NextStep
  ownerId: string
  thing: { kind: 'project' | 'requirement'; id: string; name: string; version: number; status: string }
}

const thingOf = <K extends OwnedStep['thing']['kind']>(
  kind: K,
  { id, name, version, status }: Omit<OwnedStep['thing'], 'kind'>,
): OwnedStep['thing'] => ({ kind, id, name, version, status })

/** The most urgent steps that can be taken: offers and bids first, then steps with a due date, then the others. */
export const mostPressing = (things: readonly NextStep[]): NextStep[] => {
  const rank = ({ missing, action, by }: NextStep): number => {
    if (missing !== undefined) return 3
    if (action === 'SetOffer' || action === 'SetBid') return 0
    return by === undefined ? 2 : 1
  }
  return things.toSorted((a, b) => rank(a) - rank(b) || (a.by ?? '').localeCompare(b.by ?? ''))
}

const called = (name: string, { text, ...thing }: NextStep): NextStep => ({
  ...thing,
  text: `${name}: ${text}`,
})

/** Next steps on rounds, the first of each. */
export const roundsNext = async (
  { rounds, participations: own, counts }: Around,
  reader: Actor,
  context: ViewContext,
): Promise<NextStep[]> => {
  const { db, now } = context
  const market = await readNamesOfKind(
    db,
    'market',
    rounds.map(round => round.marketId),
  )
  const takePartBy = await readLastDaysToJoin(reader, context)
  const first = await Promise.all(
    rounds.map(async round => {
      const today = utcDayOf(now)
      const offered = listAvailableActions('round', round, reader, { round, today })
      const things = nextStepForRound(round, offered, {
        own,
        has: counts(round.id),
        takePartBy: takePartBy(round),
        today,
      })
      const known = await addObstaclesToSteps(things, { kind: 'round', subject: round }, reader, context)
      // Rounds of different markets often have the same name.
      return known
        .filter(isStepActionable)
        .slice(0, 1)
        .map(thing => called(`${market(round.marketId)?.name}, ${round.name}`, thing))
    }),
  )
  return first.flat()
}

/** Next steps for the projects and requirements of the reader's organisation and its clients. */
export const itemsNext = async (
  { rounds, participations: own }: Around,
  reader: Actor,
  context: ViewContext,
): Promise<OwnedStep[]> => {
  const { db, now } = context
  const today = utcDayOf(now)
  const roundById = new Map(rounds.map(round => [round.id, round]))
  const inRounds = sql<string>`any(${[...roundById.keys()]})`
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('roundId', '=', inRounds)
    .where(visibleToActorSql('project', reader))
    .orderBy('ordinal')
    .limit(MOST_ITEMS)
    .execute()
  const services = await readServices(db, projects)
  const requirements = await db
    .selectFrom('requirement')
    .selectAll()
    .where('roundId', '=', inRounds)
    .where(visibleToActorSql('requirement', reader))
    .orderBy('ordinal')
    .limit(MOST_ITEMS)
    .execute()
  const owner = await readNamesOfKind(
    db,
    'organisation',
    reader.organisationType === 'AGENT' ? representedOrganisationIds(reader) : [],
  )
  // An agent has to know which client it is for.
  const nameOf = ({ name }: { name: string }, ownerId: string) =>
    [owner(ownerId)?.name, name].filter(one => one !== undefined).join(', ')
  const participationIn = (roundId: string, ownerId: string, capacity: Participation['capacity']) =>
    own.find(one => one.roundId === roundId && one.organisationId === ownerId && one.capacity === capacity)
  const ofProjects = projects.map(async project => {
    const round = roundById.get(project.roundId)
    const actions = listAvailableActions('project', project, reader, { round, today })
    const participation = participationIn(project.roundId, project.supplierId, 'Supplier')
    const its = services.filter(service => service.projectId === project.id)
    const things = toDo(
      nextStepForProject(project, its, { round, today, participation }, actions, reader),
      project,
      nameOf(project, project.supplierId),
    )
    const known = await addObstaclesToSteps(things, { kind: 'project', subject: project }, reader, context)
    return known.map(step => ({ step, ownerId: project.supplierId, thing: thingOf('project', project) }))
  })
  const ofRequirements = requirements.map(async requirement => {
    const round = roundById.get(requirement.roundId)
    const participation = participationIn(requirement.roundId, requirement.buyerId, requirement.type)
    const actions = listAvailableActions('requirement', requirement, reader, { round, today })
    const things = toDo(
      nextStepForRequirement(requirement, { round, today, participation }, actions, reader),
      requirement,
      nameOf(requirement, requirement.buyerId),
    )
    const known = await addObstaclesToSteps(
      things,
      { kind: 'requirement', subject: requirement },
      reader,
      context,
    )
    return known.map(step => ({
      ...{ step, ownerId: requirement.buyerId },
      thing: thingOf('requirement', requirement),
    }))
  })
  const things = (await Promise.all([...ofProjects, ...ofRequirements])).flat()
  // An item that won nothing needs no step; its own page says how to try again.
  return things.filter(({ step }) => isStepActionable(step))
}

const toDo = (things: readonly NextStep[], of: { status: string }, name: string): NextStep[] =>
  things
    .filter(({ on, action }) => action !== null && !isStepTaken(findStep(on.kind, action), of.status))
    .map(thing => called(name, thing))
