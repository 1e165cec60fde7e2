import { sql } from 'kysely'
import { readingOnce } from '#actions/round/reading-once'
import { findStep, isTaken } from '#actions/steps'
import { type Actor, isOperator } from '#domain/actor'
import { actedForBy } from '#domain/agency'
import { dayOf } from '#domain/dates'
import type { Participation } from '#domain/participation'
import type { Round } from '#domain/round'
import type { NextThing } from '#contract/resource'
import type { HomeView } from '#contract/home'
import { availableOn } from '../runner/available.ts'
import { areaOf, notCompliantIn } from './area.ts'
import { authorityRows } from './authority.ts'
import { waitingForOperator } from './awaiting.ts'
import type { ViewContext } from './context.ts'
import { doublesToLookAt } from './doubles.ts'
import { firstSteps } from './first-steps.ts'
import { namesOf } from './names.ts'
import { isOpen, withMissing } from './missing.ts'
import { nextForProject, nextForRequirement, nextForRound } from './next.ts'
import { overdueCount } from './overdue.ts'
import { participationRows } from './participation.ts'
import { moreInQueue } from './queue-counts.ts'
import { knownResults } from './result-heads.ts'
import { roundRowsWith } from './round.ts'
import { countsOf } from './round-counts.ts'
import { servicesOf } from './services.ts'
import { standingsOf } from './standing.ts'
import { byPress, moneyOf, stateOf } from './state.ts'
import { withAges } from './step-clock.ts'
import { proposalsToDecide } from './waiting-proposals.ts'
import { whereToTakePart } from './taking-part.ts'
import { visibleTo } from './visible.ts'

const MOST_ROUNDS = 12
const MOST_THINGS = 12
const MOST_ITEMS = 100

/** What a signed-in person sees first: what to do next, and where. */
export const homeView = async (reader: Actor, given: ViewContext): Promise<HomeView> => {
  // Many things of one owner ask for the same rounds, participations and types.
  const context = { ...given, read: readingOnce(given.read) }
  const { db, now } = context
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
        .where('roundId', 'in', one => one.selectFrom('round').select('id').where('status', '!=', 'Settled'))
        .orderBy('ordinal', 'desc')
        .execute()
    : []
  const { all: results, fresh } = await knownResults(db, reader)
  const ids = rounds.map(({ id }) => id)
  const counts = await countsOf(db, ids, reader)
  const around = { rounds, participations, counts }
  const area = reader.lpaId === null ? [] : await areaOf(reader.lpaId, db)
  const toDecide = await proposalsToDecide(reader, db)
  const next = isOperator(reader)
    ? [
        ...toDecide,
        ...(await roundsNext({ ...around, rounds: byPress(rounds) }, reader, context)).slice(0, MOST_THINGS),
        ...(await waitingForOperator(reader, context)),
        ...(await moreInQueue(db, dayOf(now))),
        ...(await doublesToLookAt(db)),
      ]
    : reader.lpaId !== null
      ? await notCompliantIn(reader.lpaId, db)
      : mostPressing([
          ...toDecide,
          ...(await itemsNext(around, reader, context)),
          ...(await roundsNext(around, reader, context)),
        ]).slice(0, MOST_THINGS)
  const acting = await participationsOf(reader, participations, context)
  const standings = await standingsOf(reader, results, acting, context)
  return {
    greeting: `Welcome, ${reader.name}`,
    organisation: organisation ?? null,
    state: await stateOf(reader, { rounds, next, standings, area }, context),
    money: await moneyOf(reader, rounds, context),
    standings,
    area,
    begin: isOperator(reader) ? await firstSteps(rounds, context) : [],
    results: fresh,
    next: await withAges(next, context),
    overdue: await overdueCount(reader, context),
    rounds: await roundRowsWith(db, rounds, counts),
    participations: await participationRows(db, participations),
    clients: await authorityRows(db, clients),
  }
}

interface Around {
  rounds: readonly Round[]
  /** Of the reader's own organisation. */
  participations: readonly Participation[]
  counts: Awaited<ReturnType<typeof countsOf>>
}

/** How those take part for whom the reader acts. */
const participationsOf = async (
  reader: Actor,
  own: readonly Participation[],
  { read }: ViewContext,
): Promise<readonly Participation[]> =>
  reader.organisationType === 'AGENT'
    ? (await read.list('participation', { organisationId: actedForBy(reader) })).filter(one =>
        reader.authorities.some(held => held.clientId === one.organisationId && held.roundId === one.roundId),
      )
    : own

/** What can be done first, offers and bids before what has its day, and that before what can wait. */
const mostPressing = (things: readonly NextThing[]): NextThing[] => {
  const rank = ({ missing, action, by }: NextThing): number => {
    if (missing !== undefined) return 3
    if (action === 'SetOffer' || action === 'SetBid') return 0
    return by === undefined ? 2 : 1
  }
  return things.toSorted((a, b) => rank(a) - rank(b) || (a.by ?? '').localeCompare(b.by ?? ''))
}

const called = (name: string, { text, ...thing }: NextThing): NextThing => ({
  ...thing,
  text: `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
})

const roundsNext = async (
  { rounds, participations: own, counts }: Around,
  reader: Actor,
  context: ViewContext,
): Promise<NextThing[]> => {
  const { db, now } = context
  const market = await namesOf(
    db,
    'market',
    rounds.map(round => round.marketId),
  )
  const takePartBy = await whereToTakePart(reader, context)
  const first = await Promise.all(
    rounds.map(async round => {
      const today = dayOf(now)
      const offered = availableOn('round', round, reader, { round, today })
      const things = nextForRound(round, offered, {
        own,
        has: counts(round.id),
        takePartBy: takePartBy(round),
        today,
      })
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
  { rounds, participations: own }: Around,
  reader: Actor,
  context: ViewContext,
): Promise<NextThing[]> => {
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
  const owner = await namesOf(
    db,
    'organisation',
    reader.organisationType === 'AGENT' ? actedForBy(reader) : [],
  )
  // An agent has to know for whom.
  const nameOf = ({ name }: { name: string }, ownerId: string) =>
    [owner(ownerId)?.name, name].filter(one => one !== undefined).join(', ')
  const participationIn = (roundId: string, ownerId: string, capacity: Participation['capacity']) =>
    own.find(one => one.roundId === roundId && one.organisationId === ownerId && one.capacity === capacity)
  const ofProjects = projects.map(async project => {
    const round = roundById.get(project.roundId)
    const actions = availableOn('project', project, reader, { round, today })
    const participation = participationIn(project.roundId, project.supplierId, 'Supplier')
    const its = services.filter(service => service.projectId === project.id)
    const things = toDo(
      nextForProject(project, its, { round, today, participation }, actions, reader),
      project,
      nameOf(project, project.supplierId),
    )
    return withMissing(things, { kind: 'project', subject: project }, reader, context)
  })
  const ofRequirements = requirements.map(async requirement => {
    const round = roundById.get(requirement.roundId)
    const participation = participationIn(requirement.roundId, requirement.buyerId, requirement.type)
    const actions = availableOn('requirement', requirement, reader, { round, today })
    const things = toDo(
      nextForRequirement(requirement, { round, today, participation }, actions, reader),
      requirement,
      nameOf(requirement, requirement.buyerId),
    )
    return withMissing(things, { kind: 'requirement', subject: requirement }, reader, context)
  })
  const things = (await Promise.all([...ofProjects, ...ofRequirements])).flat()
  // What came to nothing may rest; its own page says what it would need to try again.
  return things.filter(isOpen)
}

const toDo = (things: readonly NextThing[], of: { status: string }, name: string): NextThing[] =>
  things
    .filter(({ on, action }) => action !== null && !isTaken(findStep(on.kind, action), of.status))
    .map(thing => called(name, thing))
