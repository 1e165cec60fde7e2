import { sql } from 'kysely'
import { cacheReads } from '#actions/common/reading-once'
import { findStep, isStepTaken } from '#actions/steps'
import { type Actor, isOperator } from '#domain/people/actor'
import { representedOrganisationIds } from '#domain/people/agency'
import { englishDayOf, utcDayOf } from '@credit-market/values/dates'
import type { Participation } from '#domain/round/participation'
import type { Round } from '#domain/round/round'
import type { NextStep } from '#contract/kit/resource'
import type { HomeView } from '#contract/desk/home'
import { listAvailableActions } from '../runner/available.ts'
import { countItemsInArea, listNonCompliantProjects } from '../place/area.ts'
import { authorityRows } from '../views/authority.ts'
import { listOperatorNextSteps } from '../next/awaiting.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { duplicatesNextStep } from '../views/doubles.ts'
import { operatorFirstSteps } from './first-steps.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { isStepActionable, addObstaclesToSteps } from '../views/missing.ts'
import { nextStepForProject, nextStepForRequirement, nextStepForRound } from '../next/next.ts'
import { countOverdueSteps } from '../work/overdue.ts'
import { participationRows } from '../views/participation.ts'
import { summariseQueue } from '../work/queue-counts.ts'
import { readResultsOfReader } from '../results/result-heads.ts'
import { roundRowsWithCounts } from '../views/round.ts'
import { countItemsByRound } from '../views/round-counts.ts'
import { readServices } from '../views/services.ts'
import { readRoundPositions } from '../views/standing.ts'
import { listOpenCases } from '../views/open-cases.ts'
import { readOwnRows } from './own-rows.ts'
import { sumNextInstalments } from '../money/instalments.ts'
import { readMarketTotals } from '../money/market-totals.ts'
import { listDueInstalments } from '../money/views.ts'
import { sortByUrgency, sumOffersAndBids, describeReaderPosition } from './state.ts'
import { withWaitingTimes } from '../next/step-clock.ts'
import { listProposalsToDecide } from '../views/waiting-proposals.ts'
import { readLastDaysToJoin } from '../views/taking-part.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

const MOST_ROUNDS = 12
const MOST_THINGS = 12
const MOST_ITEMS = 100

/** The home page of a signed-in person: next steps and where to take them. */
export const readHomePage = async (reader: Actor, given: ViewContext): Promise<HomeView> => {
  // Many items of one owner need the same rounds, participations and types, so each is read once.
  const context = { ...given, read: cacheReads(given.read) }
  const { db } = context
  // Questions that do not depend on each other go to the database together.
  const [
    rounds,
    { organisation, participations, clients },
    { all: results, fresh },
    area,
    toDecide,
    cases,
    inQueue,
    overdue,
    books,
  ] = await Promise.all([
    db
      .selectFrom('round')
      .selectAll()
      .where(visibleToActorSql('round', reader))
      .orderBy(sql`status = 'Settled'`)
      .orderBy('ordinal', 'desc')
      .limit(MOST_ROUNDS)
      .execute(),
    readOwnRows(reader.organisationId, db),
    readResultsOfReader(db, reader),
    reader.lpaId === null ? [] : countItemsInArea(reader.lpaId, db),
    listProposalsToDecide(reader, db),
    listOpenCases(reader, db),
    isOperator(reader) ? waitingForOperator(reader, context) : [],
    countOverdueSteps(reader, context),
    isOperator(reader) ? readMarketTotals(db) : [],
  ])
  const ids = rounds.map(({ id }) => id)
  const counts = await countItemsByRound(db, ids, reader)
  const around = { rounds, participations, counts }
  const next = isOperator(reader)
    ? [
        ...cases,
        ...toDecide,
        ...(await roundsNext({ ...around, rounds: sortByUrgency(rounds) }, reader, context)).slice(
          0,
          MOST_THINGS,
        ),
        ...inQueue,
      ]
    : reader.lpaId !== null
      ? [...cases, ...(await listNonCompliantProjects(reader.lpaId, db))]
      : [
          ...cases,
          ...mostPressing([
            ...toDecide,
            ...(await itemsNext(around, reader, context)),
            ...(await roundsNext(around, reader, context)),
          ]),
        ].slice(0, MOST_THINGS)
  const acting = await participationsOf(reader, participations, context)
  const standings = await readRoundPositions(reader, results, acting, context)
  const due =
    results.length > 0 && reader.organisationType === 'PARTICIPANT'
      ? await listDueInstalments(db, reader)
      : []
  const [state, money, begin, steps, roundsShown, participationsShown, clientsShown] = await Promise.all([
    describeReaderPosition(
      reader,
      { rounds, next: next.filter(({ on }) => on.kind !== 'case'), standings, area },
      context,
    ),
    sumOffersAndBids(reader, rounds, context),
    isOperator(reader) ? operatorFirstSteps(rounds, context) : [],
    withWaitingTimes(next, context),
    roundRowsWithCounts(db, rounds, counts),
    participationRows(db, participations),
    authorityRows(db, clients),
  ])
  return {
    greeting: `Welcome, ${reader.name}`,
    organisation,
    state,
    money: [...money, ...books],
    nextPaid: sumNextInstalments(due, 'pays', englishDayOf(context.now)),
    nextReceived: sumNextInstalments(due, 'receives', englishDayOf(context.now)),
    standings,
    area,
    begin,
    results: fresh,
    next: steps,
    overdue,
    rounds: roundsShown,
    participations: participationsShown,
    clients: clientsShown,
  }
}

/** Next steps of the market operator on projects and requirements, and the check of organisations that look alike. */
const waitingForOperator = async (reader: Actor, context: ViewContext): Promise<readonly NextStep[]> =>
  (
    await Promise.all([
      listOperatorNextSteps(reader, context),
      summariseQueue(context.db, utcDayOf(context.now)),
      duplicatesNextStep(context.db),
    ])
  ).flat()

interface Around {
  rounds: readonly Round[]
  /** Those of the reader's own organisation. */
  participations: readonly Participation[]
  counts: Awaited<ReturnType<typeof countItemsByRound>>
}

/** Participations of the organisations that the reader acts for. */
const participationsOf = async (
  reader: Actor,
  own: readonly Participation[],
  { read }: ViewContext,
): Promise<readonly Participation[]> =>
  reader.organisationType === 'AGENT'
    ? (await read.list('participation', { organisationId: representedOrganisationIds(reader) })).filter(one =>
        reader.authorities.some(held => held.clientId === one.organisationId && held.roundId === one.roundId),
      )
    : own

/** The most urgent steps that can be taken: offers and bids first, then steps with a due date, then the others. */
const mostPressing = (things: readonly NextStep[]): NextStep[] => {
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

const roundsNext = async (
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
const itemsNext = async (
  { rounds, participations: own }: Around,
  reader: Actor,
  context: ViewContext,
): Promise<NextStep[]> => {
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
  const services = await readServices(
    db,
    projects.map(project => project.id),
  )
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
    return addObstaclesToSteps(things, { kind: 'project', subject: project }, reader, context)
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
    return addObstaclesToSteps(things, { kind: 'requirement', subject: requirement }, reader, context)
  })
  const things = (await Promise.all([...ofProjects, ...ofRequirements])).flat()
  // An item that won nothing needs no step; its own page says how to try again.
  return things.filter(isStepActionable)
}

const toDo = (things: readonly NextStep[], of: { status: string }, name: string): NextStep[] =>
  things
    .filter(({ on, action }) => action !== null && !isStepTaken(findStep(on.kind, action), of.status))
    .map(thing => called(name, thing))
