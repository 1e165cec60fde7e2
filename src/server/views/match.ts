import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import type { MatchResult } from '#domain/match-result'
import { certaintyOf, type MatchSolution } from '#domain/match-solution'
import { type Pence, poundsOf } from '#domain/money'
import type { Round } from '#domain/round'
import { mayKnowAmount } from '#domain/sealed'
import type { ListOf } from '#contract/resource'
import type { MatchView, UnmatchedItem } from '#contract/match'
import type { Database } from '../store/tables.ts'
import { inPounds } from './amounts.ts'
import { heldByWinners, totalsOf, winnersIn } from './matched.ts'
import { type NameOf, named, namesOf } from './names.ts'
import { readsAll } from '#contract/read-access'

/** A run of the engine that found a solution. */
export type Solved = MatchResult & { solution: MatchSolution }

/** The runs of a round that found a solution, newest first. */
export const solvedRuns = async (db: Kysely<Database>, roundId: string, most: number): Promise<Solved[]> =>
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

/** Nobody but the operator knows of a match before it is settled. */
export const mayKnowMatch = (round: Round, reader: Actor): boolean =>
  readsAll(reader) || round.status === 'Settled'

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** The organisations of a match by name. */
export const namesInMatch = (db: Kysely<Database>, { problem }: MatchResult): Promise<NameOf> =>
  namesOf(db, 'organisation', [
    ...problem.projects.map(project => project.supplierId),
    ...problem.requirements.map(requirement => requirement.buyerId),
  ])

const paid = (payments: readonly Pence[]): Pence => sum(payments.filter(payment => payment > 0))

/** A match as this reader may know it: the operator all of it, others what is theirs and the totals. */
export const matchView = async (
  db: Kysely<Database>,
  round: Round,
  result: Solved,
  reader: Actor,
  on: Day,
): Promise<MatchView> => {
  const { problem, solution } = result
  const name = await namesInMatch(db, result)
  const payments = solution.organisations.map(one => one.payment)
  return {
    resultId: result.id,
    on,
    surplus: poundsOf(solution.surplus),
    rule: solution.rule,
    ruleVersion: solution.engine.version,
    proven: solution.proven,
    certainty: certaintyOf(solution),
    exact: solution.exact,
    shareHalfWidth: inPounds(solution.shareHalfWidth),
    solver: solution.engine.solver,
    options: { ...solution.engine.options, seed: solution.engine.seed },
    problemHash: solution.problemHash,
    solutionHash: result.solutionHash ?? '',
    startedAt: result.startedAt,
    finishedAt: result.finishedAt,
    tie: solution.tie,
    totals: totalsOf(
      readsAll(reader) ? problem : winnersIn(problem, solution),
      await heldByWinners(db, round, result),
      on,
    ),
    organisations: solution.organisations
      .filter(one => isTheirs(reader, one.organisationId, round))
      .map(one => ({
        ...named(name, one.organisationId),
        value: poundsOf(one.value),
        share: poundsOf(one.share),
        payment: poundsOf(one.payment),
        certainty: certaintyOf(one),
        halfWidth: poundsOf(one.halfWidth),
      })),
    totalPaid: poundsOf(paid(payments)),
    totalReceived: poundsOf(paid(payments.map(payment => -payment))),
  }
}

const isTheirs = (reader: Actor, ownerId: string, { id: roundId, status }: Round): boolean =>
  readsAll(reader) || mayKnowAmount(reader, { ownerId, roundId }, status)

/** The offers or bids that lost, each with why: the operator all, others their own. */
export const unmatched = async (
  db: Kysely<Database>,
  round: Round,
  result: Solved,
  reader: Actor,
  of: 'projects' | 'requirements',
): Promise<ListOf<UnmatchedItem>> => {
  const organisation = await namesInMatch(db, result)
  const names = new Map(result.problem[of].map(one => [one.id, one.name]))
  const items = result.solution[of].flatMap(({ id, organisationId, reason, sentence, critical }) =>
    reason === null || !isTheirs(reader, organisationId, round)
      ? []
      : [
          {
            id,
            name: names.get(id) ?? id,
            organisation: named(organisation, organisationId),
            reason,
            sentence,
            critical: inPounds(critical),
          },
        ],
  )
  return { items, total: items.length, next: null, actions: [] }
}
