import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import type { MatchResult } from '#domain/match-result'
import { type Behind, mayKnow, mayKnowCritical, mayKnowOfRound, mayKnowSum } from '#domain/disclosure'
import { certaintyOf, type MatchSolution } from '#domain/match-solution'
import { type Pence, poundsOf } from '#domain/money'
import type { Round } from '#domain/round'
import type { ListOf } from '#contract/resource'
import type { MatchView, UnmatchedItem } from '#contract/match'
import type { Database } from '../store/tables.ts'
import { knownTogetherIn } from '../store/known-together.ts'
import { inPounds } from './amounts.ts'
import type { Held } from './balance.ts'
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
  mayKnowOfRound('proof', reader, round.status)

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** The organisations of a match by name. */
export const namesInMatch = (db: Kysely<Database>, { problem }: MatchResult): Promise<NameOf> =>
  namesOf(db, 'organisation', [
    ...problem.projects.map(project => project.supplierId),
    ...problem.requirements.map(requirement => requirement.buyerId),
  ])

const paid = (payments: readonly Pence[]): Pence => sum(payments.filter(payment => payment > 0))

/** The sums over everybody in a match, in pence. */
export const sumsOf = ({ surplus, organisations }: MatchSolution) => {
  const payments = organisations.map(one => one.payment)
  return { surplus, totalPaid: paid(payments), totalReceived: paid(payments.map(payment => -payment)) }
}

/** A match as this reader may know it: the operator all of it, others what is theirs and the totals. */
export const matchView = async (
  db: Kysely<Database>,
  round: Round,
  result: Solved,
  reader: Actor,
  on: Day,
): Promise<MatchView> =>
  matchFor(reader, round, result, {
    name: await namesInMatch(db, result),
    knownTogether: await knownTogetherIn(db, round.id),
    held: await heldByWinners(db, round, result),
    on,
  })

interface MatchFacts {
  name: NameOf
  knownTogether: Behind['knownTogether']
  /** What the winners hold. */
  held: readonly Held[]
  on: Day
}

/** The same where all that it needs has been looked up. */
export const matchFor = (
  reader: Actor,
  round: Pick<Round, 'id' | 'status'>,
  result: Solved,
  { name, knownTogether, held, on }: MatchFacts,
): MatchView => {
  const { problem, solution } = result
  const { surplus, totalPaid, totalReceived } = sumsOf(solution)
  const outcomes = solution.organisations.map(one => ({ ...one, certainty: certaintyOf(one) }))
  const behind = { organisations: outcomes, knownTogether }
  const sumTold = (figure: 'surplus' | 'totalPaid' | 'totalReceived', amount: Pence) =>
    mayKnowSum(figure, reader, round.status, behind) ? poundsOf(amount) : null
  const isTheirs = (figure: 'organisationMoney' | 'shareCertainty', ownerId: string): boolean =>
    mayKnow(figure, reader, { ownerId, roundId: round.id }, round.status)
  return {
    resultId: result.id,
    on,
    surplus: sumTold('surplus', surplus),
    rule: solution.rule,
    ruleVersion: solution.engine.version,
    proven: solution.proven,
    certainty: certaintyOf(solution),
    exact: solution.exact,
    shareHalfWidth: mayKnowOfRound('greatestHalfWidth', reader, round.status)
      ? inPounds(solution.shareHalfWidth)
      : null,
    solver: solution.engine.solver,
    options: { ...solution.engine.options, seed: solution.engine.seed },
    problemHash: solution.problemHash,
    solutionHash: result.solutionHash ?? '',
    startedAt: result.startedAt,
    finishedAt: result.finishedAt,
    tie: solution.tie,
    totals: mayKnowOfRound('units', reader, round.status)
      ? totalsOf(readsAll(reader) ? problem : winnersIn(problem, solution), held, on)
      : [],
    organisations: outcomes
      .filter(
        one =>
          isTheirs('organisationMoney', one.organisationId) && isTheirs('shareCertainty', one.organisationId),
      )
      .map(one => ({
        ...named(name, one.organisationId),
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
  const { id: roundId, status } = round
  const items = result.solution[of].flatMap(({ id, organisationId: ownerId, reason, sentence, critical }) =>
    reason === null || !mayKnow('reason', reader, { ownerId, roundId }, status)
      ? []
      : [
          {
            id,
            name: names.get(id) ?? id,
            organisation: named(organisation, ownerId),
            reason,
            sentence,
            critical: mayKnowCritical(reader, { ownerId, roundId }, round) ? inPounds(critical) : null,
          },
        ],
  )
  return { items, total: items.length, next: null, actions: [] }
}
