import { sql } from 'kysely'
import { cacheReads } from '#actions/common/reading-once'
import { type Actor, isOperator } from '#domain/people/actor'
import { representedOrganisationIds } from '#domain/people/agency'
import { englishDayOf, utcDayOf } from '@credit-market/values/dates'
import type { Participation } from '#domain/round/participation'
import type { NextStep } from '#contract/kit/resource'
import type { HomeView } from '#contract/desk/home'
import { countItemsInArea, listNonCompliantProjects } from '../place/area.ts'
import { authorityRows } from '../views/authority.ts'
import { listOperatorNextSteps } from '../next/awaiting.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { duplicatesNextStep } from '../views/doubles.ts'
import { listUpcomingDates } from '../calendar/calendar.ts'
import { listClientTasks } from './client-tasks.ts'
import { itemsNext, mostPressing, roundsNext } from './own-steps.ts'
import { operatorFirstSteps } from './first-steps.ts'
import { readOwnEstimates } from '../saved-estimates/own.ts'
import { countOverdueSteps } from '../work/overdue.ts'
import { participationRows } from '../views/participation.ts'
import { summariseQueue } from '../work/queue-counts.ts'
import { readResultsOfReader } from '../results/result-heads.ts'
import { roundRowsWithCounts } from '../views/round.ts'
import { countItemsByRound } from '../views/round-counts.ts'
import { readRoundPositions } from '../views/standing.ts'
import { listOpenCases } from '../views/open-cases.ts'
import { readOwnRows } from './own-rows.ts'
import { readMarketTotals } from '../money/market-totals.ts'
import { readNextInstalments } from '../money/views.ts'
import { sortByUrgency, sumOffersAndBids, describeReaderPosition } from './state.ts'
import { withWaitingTimes } from '../next/step-clock.ts'
import { listProposalsToDecide } from '../views/waiting-proposals.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

const MOST_ROUNDS = 12
const MOST_THINGS = 12

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
  const items = isOperator(reader) || reader.lpaId !== null ? [] : await itemsNext(around, reader, context)
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
            ...items.map(({ step }) => step),
            ...(await roundsNext(around, reader, context)),
          ]),
        ].slice(0, MOST_THINGS)
  const isAgent = reader.organisationType === 'AGENT'
  const pending = isAgent ? clients.filter(({ status }) => status === 'Pending').length : 0
  const acting = await participationsOf(reader, participations, context)
  const standings = await readRoundPositions(reader, results, acting, context)
  const [
    state,
    money,
    begin,
    steps,
    roundsShown,
    participationsShown,
    clientsShown,
    estimates,
    tasks,
    dates,
    nextInstalments,
  ] = await Promise.all([
    describeReaderPosition(reader, { rounds, next, standings, pending, area }, context),
    sumOffersAndBids(reader, rounds, context),
    isOperator(reader) ? operatorFirstSteps(rounds, context) : [],
    withWaitingTimes(next, context),
    roundRowsWithCounts(db, rounds, counts),
    participationRows(db, participations),
    authorityRows(db, clients),
    readOwnEstimates(db, reader.organisationId, rounds),
    isAgent ? listClientTasks(reader, { items, rounds, acting }, context) : [],
    isAgent ? listUpcomingDates(db, reader, utcDayOf(given.now)) : [],
    results.length > 0 && reader.organisationType === 'PARTICIPANT'
      ? readNextInstalments(db, reader, englishDayOf(given.now))
      : { paid: 0, received: 0, nextPaid: null, nextReceived: null },
  ])
  return {
    greeting: `Welcome, ${reader.name}`,
    organisation,
    state,
    money: [...money, ...books],
    ...nextInstalments,
    standings,
    area,
    begin,
    results: fresh,
    next: steps,
    overdue,
    estimates,
    clientTasks: tasks,
    dates,
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
