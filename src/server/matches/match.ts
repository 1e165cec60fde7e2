import type { Kysely } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { Day } from '@credit-market/values/dates'
import type { MatchResult } from '#domain/match/match-result'
import { divideAmongOwners, ownersOfItems } from '#domain/match/parties'
import {
  type MatchSumParticipants,
  mayReadFigure,
  mayReadCriticalAmount,
  mayReadRoundFigure,
  mayReadMatchSum,
} from '#domain/disclosure/disclosure'
import { certaintyOf, type MatchSolution } from '@credit-market/matching/problem/match-solution'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Round } from '#domain/round/round'
import { gapOfMatch } from '#domain/unfinished-match/unfinished-match'
import type { MatchGap } from '#contract/round/instance'
import type { ListPage } from '#contract/kit/resource'
import type { MatchView, UnmatchedItem } from '#contract/round/match'
import type { Database } from '../store/tables/tables.ts'
import { readRelatedOwnersInRound } from '../store/known-together.ts'
import { poundsOrNull } from '../views/kit/amounts.ts'
import type { CertifiedUnits } from '../views/listing/balance.ts'
import { splitUnitsOfWinners, sumMatchTotalsByType, listWinningItems } from './matched.ts'
import { type NameLookup, requireName, readNamesOfKind } from '../views/kit/names.ts'
import { mayReadAll } from '#contract/nouns/read-access'

/** A run of the engine that found a solution. */
export type SolvedRun = MatchResult & { solution: MatchSolution }

/** Runs of a round that found a solution, newest first. */
export const readSolvedRuns = async (
  db: Kysely<Database>,
  roundId: string,
  most: number,
): Promise<SolvedRun[]> =>
  (
    await db
      .selectFrom('matchResult')
      .selectAll()
      .where('roundId', '=', roundId)
      .where('solution', 'is not', null)
      .orderBy('ordinal', 'desc')
      .limit(most)
      .execute()
  ).flatMap(run => (run.solution ? [{ ...run, solution: run.solution }] : []))

/** Only the operator knows of a match before it is settled. */
export const mayKnowUnsettledMatch = (round: Round, reader: Actor): boolean =>
  mayReadRoundFigure('proof', reader, round.status)

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** Names of the organisations in a match. */
export const readOrganisationNamesInMatch = (
  db: Kysely<Database>,
  { problem }: MatchResult,
): Promise<NameLookup> =>
  readNamesOfKind(db, 'organisation', [
    ...problem.projects.map(project => project.supplierId),
    ...problem.requirements.map(requirement => requirement.buyerId),
    ...ownersOfItems(problem).values(),
  ])

const paid = (payments: readonly Pence[]): Pence => sum(payments.filter(payment => payment > 0))

/** Totals over all organisations in a match, in pence. */
export const sumMatchTotalsInPence = ({ surplus, organisations }: MatchSolution) => {
  const payments = organisations.map(one => one.payment)
  return { surplus, totalPaid: paid(payments), totalReceived: paid(payments.map(payment => -payment)) }
}

/** View of a match for this reader: complete for the operator; for others, their own part and the totals. */
export const readMatchView = async (
  db: Kysely<Database>,
  round: Round,
  result: SolvedRun,
  reader: Actor,
  on: Day,
): Promise<MatchView> =>
  toMatchView(reader, round, result, {
    name: await readOrganisationNamesInMatch(db, result),
    knownTogether: await readRelatedOwnersInRound(db, round.id),
    held: await splitUnitsOfWinners(db, round, result),
    on,
  })

interface MatchFacts {
  name: NameLookup
  knownTogether: MatchSumParticipants['knownTogether']
  /** Units that the winners hold. */
  held: readonly CertifiedUnits[]
  on: Day
}

/** View of a match, from data that has been read already. */
export const toMatchView = (
  reader: Actor,
  round: Pick<Round, 'id' | 'status'>,
  result: SolvedRun,
  { name, knownTogether, held, on }: MatchFacts,
): MatchView => {
  const { problem, solution } = result
  const { surplus, totalPaid, totalReceived } = sumMatchTotalsInPence(solution)
  const outcomes = divideAmongOwners(problem, solution)
  const behind = { organisations: outcomes, knownTogether }
  const sumTold = (figure: 'surplus' | 'totalPaid' | 'totalReceived', amount: Pence) =>
    mayReadMatchSum(figure, reader, round.status, behind) ? poundsOf(amount) : null
  const isTheirs = (figure: 'organisationMoney' | 'shareCertainty', ownerId: string): boolean =>
    mayReadFigure(figure, reader, { ownerId, roundId: round.id }, round.status)
  return {
    resultId: result.id,
    on,
    surplus: sumTold('surplus', surplus),
    rule: solution.rule,
    ruleVersion: solution.engine.version,
    proven: solution.proven,
    gap: gapOfSolution(solution, sumTold),
    certainty: certaintyOf(solution),
    exact: solution.exact,
    shareHalfWidth: mayReadRoundFigure('greatestHalfWidth', reader, round.status)
      ? poundsOrNull(solution.shareHalfWidth)
      : null,
    solver: solution.engine.solver,
    options: { ...solution.engine.options, seed: solution.engine.seed },
    problemHash: solution.problemHash,
    solutionHash: result.solutionHash ?? '',
    startedAt: result.startedAt,
    finishedAt: result.finishedAt,
    tie: solution.tie,
    totals: mayReadRoundFigure('units', reader, round.status)
      ? sumMatchTotalsByType(mayReadAll(reader) ? problem : listWinningItems(problem, solution), held, on)
      : [],
    organisations: outcomes
      .filter(
        one =>
          isTheirs('organisationMoney', one.organisationId) && isTheirs('shareCertainty', one.organisationId),
      )
      .map(one => ({
        ...requireName(name, one.organisationId),
        value: poundsOf(one.value),
        share: poundsOf(one.share),
        payment: poundsOf(one.payment),
        certainty: one.certainty,
        halfWidth: poundsOf(one.halfWidth),
      })),
    totalPaid: sumTold('totalPaid', totalPaid),
    totalReceived: sumTold('totalReceived', totalReceived),
  }
}

/** The gap of a match that is not proven; its amount only for readers who may know the surplus. */
export const gapOfSolution = (
  { surplus, bestKnown }: Pick<MatchSolution, 'surplus' | 'bestKnown'>,
  amountFor: (figure: 'surplus', amount: Pence) => number | null,
): MatchGap | null => {
  if (!bestKnown) return null
  const { pence, part } = gapOfMatch({ surplus, bound: bestKnown.bound })
  return { pounds: amountFor('surplus', pence), part }
}

/** Offers or bids that lost, each with the reason: all for the operator, their own for others. */
export const listUnmatchedItems = async (
  db: Kysely<Database>,
  round: Round,
  result: SolvedRun,
  reader: Actor,
  of: 'projects' | 'requirements',
): Promise<ListPage<UnmatchedItem>> => {
  const organisation = await readOrganisationNamesInMatch(db, result)
  const names = new Map(result.problem[of].map(one => [one.id, one.name]))
  const { id: roundId, status } = round
  const owners = ownersOfItems(result.problem)
  const items = result.solution[of].flatMap(({ id, organisationId, reason, sentence, critical }) => {
    const ownerId = owners.get(id) ?? organisationId
    return reason === null || !mayReadFigure('reason', reader, { ownerId, roundId }, status)
      ? []
      : [
          {
            id,
            name: names.get(id) ?? id,
            organisation: requireName(organisation, ownerId),
            reason,
            sentence,
            critical: mayReadCriticalAmount(reader, { ownerId, roundId }, round)
              ? poundsOrNull(critical)
              : null,
          },
        ]
  })
  return { items, total: items.length, next: null, actions: [] }
}
