import { sql } from 'kysely'
import { readingOnce } from '#actions/round/reading-once'
import { type Actor, isOperator } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { Participation } from '#domain/participation'
import type { Round } from '#domain/round'
import type { NextThing } from '#contract/resource'
import type { HomeView } from '#contract/home'
import { availableOn } from '../runner/available.ts'
import { authorityRows } from './authority.ts'
import { waitingForOperator } from './awaiting.ts'
import type { ViewContext } from './context.ts'
import { doublesToLookAt } from './doubles.ts'
import { namesOf } from './names.ts'
import { isOpen, withMissing } from './missing.ts'
import { nextForProject, nextForRequirement, nextForRound } from './next.ts'
import { isAbsentFrom, participationRows } from './participation.ts'
import { newResults } from './result-heads.ts'
import { roundRows } from './round.ts'
import { servicesOf } from './services.ts'
import { visibleTo } from './visible.ts'

const MOST_ROUNDS = 12
const MOST_THINGS = 12
const MOST_ITEMS = 100

/** What a signed-in person sees first: what to do next, and where. */
export const homeView = async (reader: Actor, given: ViewContext): Promise<HomeView> => {
  // Many things of one owner ask for the same rounds, participations and types.
  const context = { ...given, read: readingOnce(given.read) }
  const { db } = context
  const rounds = await db
    .selectFrom('round')
    .selectAll()
    .where(visibleTo('round', reader))
    .orderBy(sql`status = 'Settled'`)
    .orderBy('ordinal', 'desc')
    .limit(MOST_ROUNDS)
    .execute()
  const { organisationId } = reader
  const organisation = organisationId
    ? await db
        .selectFrom('organisation')
        .select(['id', 'name', 'type'])
        .where('id', '=', organisationId)
        .executeTakeFirst()
    : undefined
  const participations = organisationId
    ? await db
        .selectFrom('participation')
        .selectAll()
        .where('organisationId', '=', organisationId)
        .orderBy('ordinal', 'desc')
        .execute()
    : []
  const clients = organisationId
    ? await db
        .selectFrom('agentAuthority')
        .selectAll()
        .where('agentId', '=', organisationId)
        .orderBy('ordinal', 'desc')
        .execute()
    : []
  const next = isOperator(reader)
    ? [
        ...(await roundsNext(rounds, reader, context, [])).slice(0, MOST_THINGS),
        ...(await waitingForOperator(reader, context)),
        ...(await doublesToLookAt(db)),
      ]
    : [
        ...(await itemsNext(rounds, reader, context, participations)),
        ...(await roundsNext(rounds, reader, context, participations)),
      ].slice(0, MOST_THINGS)
  return {
    greeting: `Welcome, ${reader.name}`,
    organisation: organisation ?? null,
    results: await newResults(db, reader),
    next,
    rounds: await roundRows(db, rounds, reader),
    participations: await participationRows(db, participations),
    clients: await authorityRows(db, clients),
  }
}

const called = (name: string, { text, ...thing }: NextThing): NextThing => ({
  ...thing,
  text: `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
})

const roundsNext = async (
  rounds: readonly Round[],
  reader: Actor,
  context: ViewContext,
  own: readonly Participation[],
): Promise<NextThing[]> => {
  const { db, now } = context
  const market = await namesOf(
    db,
    'market',
    rounds.map(round => round.marketId),
  )
  const first = await Promise.all(
    rounds.map(async round => {
      const today = dayOf(now)
      const offered = availableOn('round', round, reader, { round, today })
      const isAbsent = await isAbsentFrom(round, reader, context)
      const things = nextForRound(round, offered, { own, isAbsent, today })
      const known = await withMissing(things, { kind: 'round', subject: round }, reader, context)
      // Rounds of different markets often bear the same name.
      return known
        .filter(isOpen)
        .slice(0, 1)
        .map(thing => called(`${market(round.marketId)?.name}, ${round.name}`, thing))
    }),
  )
  return first.flat()
}

/** What is to be done on the projects and requirements of one's own and of one's clients. */
const itemsNext = async (
  rounds: readonly Round[],
  reader: Actor,
  context: ViewContext,
  own: readonly Participation[],
): Promise<NextThing[]> => {
  if (reader.lpaId !== null) return []
  const { db, now } = context
  const today = dayOf(now)
  const roundById = new Map(rounds.map(round => [round.id, round]))
  const inRounds = sql<string>`any(${[...roundById.keys()]})`
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('roundId', '=', inRounds)
    .where(visibleTo('project', reader))
    .orderBy('ordinal')
    .limit(MOST_ITEMS)
    .execute()
  const services = await servicesOf(
    db,
    projects.map(project => project.id),
  )
  const requirements = await db
    .selectFrom('requirement')
    .selectAll()
    .where('roundId', '=', inRounds)
    .where(visibleTo('requirement', reader))
    .orderBy('ordinal')
    .limit(MOST_ITEMS)
    .execute()
  const participationIn = (roundId: string, ownerId: string, capacity: Participation['capacity']) =>
    own.find(one => one.roundId === roundId && one.organisationId === ownerId && one.capacity === capacity)
  const ofProjects = projects.map(async project => {
    const round = roundById.get(project.roundId)
    const actions = availableOn('project', project, reader, { round, today })
    const participation = participationIn(project.roundId, project.supplierId, 'Supplier')
    const its = services.filter(service => service.projectId === project.id)
    const things = toDo(
      nextForProject(project, its, { round, today, participation }, actions, reader),
      project.name,
    )
    return withMissing(things, { kind: 'project', subject: project }, reader, context)
  })
  const ofRequirements = requirements.map(async requirement => {
    const round = roundById.get(requirement.roundId)
    const participation = participationIn(requirement.roundId, requirement.buyerId, requirement.type)
    const actions = availableOn('requirement', requirement, reader, { round, today })
    const things = toDo(
      nextForRequirement(requirement, { round, today, participation }, actions, reader),
      requirement.name,
    )
    return withMissing(things, { kind: 'requirement', subject: requirement }, reader, context)
  })
  const things = (await Promise.all([...ofProjects, ...ofRequirements])).flat()
  // What came to nothing may rest; its own page says what it would need to try again.
  return things.filter(isOpen)
}

const toDo = (things: readonly NextThing[], name: string): NextThing[] =>
  things.filter(thing => thing.action !== null).map(thing => called(name, thing))
