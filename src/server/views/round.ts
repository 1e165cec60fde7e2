import { mayReadRoundFigure } from '#domain/disclosure/disclosure'
import { keysOf } from '#domain/values/narrow'
import { findSeparateParties } from '#actions/round/match/separate-players'
import { rowLinks } from '#contract/nouns/nouns'
import { utcDayOf } from '@credit-market/values/dates'
import { type Kysely, sql } from 'kysely'
import { type Actor, isOperator } from '#domain/people/actor'
import type { Round, RoundStatus } from '#domain/round/round'
import type { IdAndName } from '#contract/kit/values'
import type { Quantity } from '#contract/kit/balance'
import type { RoundDeclarationRow, RoundRow, RoundView } from '#contract/round/round'
import type { Database } from '../store/tables/tables.ts'
import { unitsInReserve } from './listing/balance.ts'
import { readRoundPaymentTerms } from '../money/events.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { readSolvedRuns } from '../matches/match.ts'
import { splitUnitsOfWinners } from '../matches/matched.ts'
import { readUnfinishedRun, unfinishedMatchView } from '../matches/unfinished-match.ts'
import { addObstaclesToSteps } from './missing.ts'
import { requireName, readNamesByKind, readNamesOfKind, readPeopleNames } from './kit/names.ts'
import { nextStepForRound } from '../next/next.ts'
import { mayReadAll } from '#contract/nouns/read-access'
import { countItemsByRound, listOwnersInRound } from './round-counts.ts'
import { gapsOfRound } from './kit/gaps.ts'
import { readCurrentStep } from '../next/step-clock.ts'
import { readPublishedAnswers } from './round-question.ts'
import { readLastDaysToJoin } from './taking-part.ts'
import { listWaitingProposalsOnSubject } from './waiting-proposals.ts'

/** Columns of a round that a row of the list needs. */
type Told = Pick<
  Round,
  'id' | 'name' | 'marketId' | 'status' | 'services' | 'bidderType' | 'settledAt' | 'bidsOpen' | 'bidsClose'
>

/**
 * Names of market rounds, each after the name of its market: rounds of different markets often have the same name.
 */
export const readRoundNames = async (
  db: Kysely<Database>,
  rounds: readonly Pick<Round, 'id' | 'name' | 'marketId'>[],
): Promise<IdAndName[]> => {
  const market = await readNamesOfKind(
    db,
    'market',
    rounds.map(round => round.marketId),
  )
  return rounds.map(({ id, name, marketId }) => ({ id, name: `${market(marketId)?.name}, ${name}` }))
}

/** Rows of a list of market rounds. */
export const roundRows = async (
  db: Kysely<Database>,
  rounds: readonly Told[],
  reader: Actor,
): Promise<RoundRow[]> => {
  const ids = rounds.map(round => round.id)
  return roundRowsWithCounts(db, rounds, await countItemsByRound(db, ids, reader))
}

/** Rows of a list of market rounds, with counts that are already known. */
export const roundRowsWithCounts = async (
  db: Kysely<Database>,
  rounds: readonly Told[],
  counts: (id: string) => RoundRow['counts'],
): Promise<RoundRow[]> => {
  const market = await readNamesOfKind(
    db,
    'market',
    rounds.map(round => round.marketId),
  )
  return rounds.map(round => ({
    id: round.id,
    links: rowLinks('round', round.id),
    name: round.name,
    market: requireName(market, round.marketId),
    status: round.status,
    services: round.services,
    bidderType: round.bidderType,
    counts: counts(round.id),
    settledAt: round.settledAt,
    bidsOpen: round.bidsOpen,
    bidsClose: round.bidsClose,
  }))
}

const REFERENCES = {
  standards: { kind: 'standard', column: 'standardIds' },
  'project-types': { kind: 'projectType', column: 'projectTypeIds' },
  ncas: { kind: 'nca', column: 'ncaIds' },
  lpas: { kind: 'lpa', column: 'lpaIds' },
  subcatchments: { kind: 'subcatchment', column: 'subcatchmentIds' },
} as const

/** Lists of reference rows that a round refers to. */
export type RoundReference = keyof typeof REFERENCES
export const ROUND_REFERENCES = keysOf(REFERENCES)

/** Rows that a round refers to, by list and name; one statement. */
export const readRoundReferences = async (
  db: Kysely<Database>,
  round: Round,
  lists: readonly RoundReference[] = ROUND_REFERENCES,
): Promise<(list: RoundReference) => IdAndName[]> => {
  const idsIn = (list: RoundReference): readonly string[] => round[REFERENCES[list].column]
  const names = await readNamesByKind(
    db,
    Object.fromEntries(lists.map(list => [list, [REFERENCES[list].kind, idsIn(list)]])),
  )
  return list =>
    idsIn(list)
      .flatMap(id => names[list]?.(id) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}

/** View of one market round for this reader. */
export const roundView = async (round: Round, reader: Actor, context: ViewContext): Promise<RoundView> => {
  const { db, on } = context
  const [row] = await roundRows(db, [round], reader)
  const resource = commonResourceView('round', round, round.name, reader, { round, now: context.now })
  const own =
    reader.organisationId === null
      ? []
      : await context.read.list('participation', { roundId: round.id, organisationId: reader.organisationId })
  const task = await db
    .selectFrom('task')
    .select(['id', 'state'])
    .where('roundId', '=', round.id)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const references = await readRoundReferences(db, round)
  return {
    ...resource,
    market: row!.market,
    status: round.status,
    services: round.services,
    bidderType: round.bidderType,
    on,
    expectedFrom: round.expectedFrom,
    ampEnd: round.ampEnd,
    ...(await readRoundPaymentTerms(db, round)),
    biodiversitySupply: round.biodiversitySupply,
    standards: references('standards'),
    projectTypes: references('project-types'),
    ncas: references('ncas'),
    lpas: references('lpas'),
    subcatchments: references('subcatchments'),
    dates: {
      suppliersStart: round.suppliersStart,
      suppliersEnd: round.suppliersEnd,
      buyersStart: round.buyersStart,
      buyersEnd: round.buyersEnd,
      projectsStart: round.projectsStart,
      projectsEnd: round.projectsEnd,
      requirementsStart: round.requirementsStart,
      requirementsEnd: round.requirementsEnd,
    },
    reserve: reserveOf(round, await keptIn(round, reader, context)),
    counts: row!.counts,
    history: await historyOf(db, round, reader),
    solverTask:
      task && isOperator(reader) ? { ...task, links: { self: `/api/solver/task/${task.id}` } } : null,
    unfinishedMatch: await unfinishedIn(round, reader, context),
    separatePlayers:
      isToBeMatched(round) && isOperator(reader)
        ? await findSeparateParties(
            context.read,
            await listOwnersInRound(db, round),
            utcDayOf(context.now),
            round.joinsCommonControl,
          )
        : [],
    ...gapsOfRound(round),
    joinsCommonControl: round.joinsCommonControl,
    tellsCriticalAmounts: round.tellsCriticalAmounts,
    rejectionReason: round.rejectionReason,
    answers: await readPublishedAnswers(db, round.id),
    settledAt: round.settledAt,
    clock: await readCurrentStep('round', round, { round }, context),
    bidsOpen: round.bidsOpen,
    bidsClose: round.bidsClose,
    next: [
      ...(await listWaitingProposalsOnSubject('round', round.id, reader, db)),
      ...(await addObstaclesToSteps(
        nextStepForRound(round, resource.actions, {
          own,
          has: row!.counts,
          takePartBy: (await readLastDaysToJoin(reader, context))(round),
          today: utcDayOf(context.now),
        }),
        { kind: 'round', subject: round },
        reader,
        context,
      )),
    ],
  }
}

/** State of a match that ran out of time, for readers who may see the progress of a match. */
const unfinishedIn = async (
  round: Round,
  reader: Actor,
  { db }: ViewContext,
): Promise<RoundView['unfinishedMatch']> => {
  if (round.status !== 'Failed' || !mayReadRoundFigure('progress', reader, round.status)) return null
  const run = await readUnfinishedRun(db, round.id)
  return run ? unfinishedMatchView(db, run) : null
}

const isToBeMatched = ({ status }: Round): boolean =>
  ['OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Failed', 'Rejected', 'Matched'].includes(status)

/** Units in the credit reserve, once there is a match that this reader may know. */
const keptIn = async (round: Round, reader: Actor, { db, on }: ViewContext): Promise<Quantity[] | null> => {
  if (round.status !== 'Settled' && !(round.status === 'Matched' && mayReadAll(reader))) return null
  const [run] = await readSolvedRuns(db, round.id, 1)
  return run ? unitsInReserve(await splitUnitsOfWinners(db, round, run), on) : null
}

const reserveOf = (
  { hasReserve, reserveBasisPoints, reserveAppliesTo, agreedWithEMB }: Round,
  kept: Quantity[] | null,
) =>
  hasReserve === null
    ? null
    : {
        has: hasReserve,
        percentage: reserveBasisPoints === null ? null : reserveBasisPoints / 100,
        appliesTo: reserveAppliesTo,
        agreedWithEMB,
        kept,
      }

const historyOf = async (
  db: Kysely<Database>,
  round: Round,
  reader: Actor,
): Promise<RoundView['history']> => {
  const entries = await db
    .selectFrom('activity')
    .select(['toStatus', 'at', 'actorId'])
    .where('subjectKind', '=', 'round')
    .where('subjectId', '=', round.id)
    .where('toStatus', 'is not', null)
    .orderBy('id')
    .execute()
  const person = await readPeopleNames(
    db,
    entries.map(entry => entry.actorId),
    { seesAll: mayReadAll(reader), organisationId: reader.organisationId },
  )
  return entries.map(entry => ({
    status: entry.toStatus as RoundStatus,
    at: entry.at,
    by: person(entry.actorId),
  }))
}

/** Declarations of some rounds, with the number of answers by participants whom the reader may see. */
export const roundDeclarationRows = async (
  db: Kysely<Database>,
  ids: readonly string[],
  reader: Actor,
): Promise<RoundDeclarationRow[]> => {
  const rows = await db
    .selectFrom('roundDeclaration')
    .select(['id', 'name', 'declaration', 'category', 'isForAgents', 'isForParticipants'])
    .select(
      sql<number>`(select count(*) from ${sql.table('declarationAnswer')}
        where ${sql.ref('declarationAnswer.roundDeclarationId')} = ${sql.ref('roundDeclaration.id')})`.as(
        'answers',
      ),
    )
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    return row
      ? [{ ...row, answers: mayReadAll(reader) ? row.answers : 0, links: rowLinks('roundDeclaration', id) }]
      : []
  })
}
