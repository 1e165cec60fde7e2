import { keysOf } from '#domain/narrow'
import { separatePlayers } from '#actions/round/separate-players'
import { rowLinks } from '#contract/nouns'
import { dayOf } from '#domain/dates'
import { type Kysely, sql } from 'kysely'
import { type Actor, isOperator } from '#domain/actor'
import type { Round, RoundStatus } from '#domain/round'
import type { Named } from '#contract/values'
import type { Quantity } from '#contract/balance'
import type { RoundDeclarationRow, RoundRow, RoundView } from '#contract/round'
import type { Database } from '../store/tables.ts'
import { reserveIn } from './balance.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { solvedRuns } from './match.ts'
import { heldByWinners } from './matched.ts'
import { withMissing } from './missing.ts'
import { named, namesIn, namesOf, peopleOf } from './names.ts'
import { nextForRound } from './next.ts'
import { readsAll } from '#contract/read-access'
import { countsOf, playersIn } from './round-counts.ts'
import { clockOf } from './step-clock.ts'
import { whereToTakePart } from './taking-part.ts'
import { proposalsOn } from './waiting-proposals.ts'

/** What a row of a round tells of the round itself. */
type Told = Pick<
  Round,
  'id' | 'name' | 'marketId' | 'status' | 'services' | 'bidderType' | 'settledAt' | 'bidsOpen' | 'bidsClose'
>

/** Market rounds by their names, after those of their markets: rounds of different markets often bear the same name. */
export const roundNames = async (
  db: Kysely<Database>,
  rounds: readonly Pick<Round, 'id' | 'name' | 'marketId'>[],
): Promise<Named[]> => {
  const market = await namesOf(
    db,
    'market',
    rounds.map(round => round.marketId),
  )
  return rounds.map(({ id, name, marketId }) => ({ id, name: `${market(marketId)?.name}, ${name}` }))
}

/** Market rounds as rows of a list. */
export const roundRows = async (
  db: Kysely<Database>,
  rounds: readonly Told[],
  reader: Actor,
): Promise<RoundRow[]> => {
  const ids = rounds.map(round => round.id)
  return roundRowsWith(db, rounds, await countsOf(db, ids, reader))
}

/** The same with counts that are known already. */
export const roundRowsWith = async (
  db: Kysely<Database>,
  rounds: readonly Told[],
  counts: (id: string) => RoundRow['counts'],
): Promise<RoundRow[]> => {
  const market = await namesOf(
    db,
    'market',
    rounds.map(round => round.marketId),
  )
  return rounds.map(round => ({
    id: round.id,
    links: rowLinks('round', round.id),
    name: round.name,
    market: named(market, round.marketId),
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

/** The lists of reference things that a round names. */
export type RoundReference = keyof typeof REFERENCES
export const ROUND_REFERENCES = keysOf(REFERENCES)

/** The things that a round names, list by list, by their names; read in one statement. */
export const roundReferences = async (
  db: Kysely<Database>,
  round: Round,
  lists: readonly RoundReference[] = ROUND_REFERENCES,
): Promise<(list: RoundReference) => Named[]> => {
  const idsIn = (list: RoundReference): readonly string[] => round[REFERENCES[list].column]
  const names = await namesIn(
    db,
    Object.fromEntries(lists.map(list => [list, [REFERENCES[list].kind, idsIn(list)]])),
  )
  return list =>
    idsIn(list)
      .flatMap(id => names[list]?.(id) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}

/** One market round as this reader may see it. */
export const roundView = async (round: Round, reader: Actor, context: ViewContext): Promise<RoundView> => {
  const { db, on } = context
  const [row] = await roundRows(db, [round], reader)
  const resource = resourceOf('round', round, round.name, reader, { round, now: context.now })
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
  const references = await roundReferences(db, round)
  return {
    ...resource,
    market: row!.market,
    status: round.status,
    services: round.services,
    bidderType: round.bidderType,
    on,
    ampEnd: round.ampEnd,
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
    separatePlayers:
      isToBeMatched(round) && isOperator(reader)
        ? await separatePlayers(context.read, await playersIn(db, round), dayOf(context.now))
        : [],
    tellsCriticalAmounts: round.tellsCriticalAmounts,
    rejectionReason: round.rejectionReason,
    settledAt: round.settledAt,
    clock: await clockOf('round', round, { round }, context),
    bidsOpen: round.bidsOpen,
    bidsClose: round.bidsClose,
    next: [
      ...(await proposalsOn('round', round.id, reader, db)),
      ...(await withMissing(
        nextForRound(round, resource.actions, {
          own,
          has: row!.counts,
          takePartBy: (await whereToTakePart(reader, context))(round),
          today: dayOf(context.now),
        }),
        { kind: 'round', subject: round },
        reader,
        context,
      )),
    ],
  }
}

const isToBeMatched = ({ status }: Round): boolean =>
  ['OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Failed', 'Rejected', 'Matched'].includes(status)

/** What is in reserve, once there is a match that this reader may know. */
const keptIn = async (round: Round, reader: Actor, { db, on }: ViewContext): Promise<Quantity[] | null> => {
  if (round.status !== 'Settled' && !(round.status === 'Matched' && readsAll(reader))) return null
  const [run] = await solvedRuns(db, round.id, 1)
  return run ? reserveIn(await heldByWinners(db, round, run), on) : null
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
  const person = await peopleOf(
    db,
    entries.map(entry => entry.actorId),
    { seesAll: readsAll(reader), organisationId: reader.organisationId },
  )
  return entries.map(entry => ({
    status: entry.toStatus as RoundStatus,
    at: entry.at,
    by: person(entry.actorId),
  }))
}

/** The declarations of some rounds, with how often each has been answered by those whom the reader may see. */
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
      ? [{ ...row, answers: readsAll(reader) ? row.answers : 0, links: rowLinks('roundDeclaration', id) }]
      : []
  })
}
