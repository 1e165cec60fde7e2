import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import { CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchResult } from '#domain/match-result'
import { certaintyOf, type MatchSolution } from '#domain/match-solution'
import { type Pence, poundsOf } from '#domain/money'
import type { Round } from '#domain/round'
import { mayKnowAmount } from '#domain/sealed'
import { quantityOf, type Units } from '#domain/units'
import type { ListOf } from '#contract/resource'
import type { MatchView, Totals, UnmatchedItem } from '#contract/match'
import type { Database } from '../store/tables.ts'
import { inPounds } from './amounts.ts'
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

/** What every service gives at most at one time, and every requirement needs, won and had reserved with it. */
const totalsOf = (problem: MatchProblem, solution: MatchSolution): Totals[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const services = problem.projects.flatMap(project =>
      project.services.filter(service => service.creditType === creditType),
    )
    const needs = problem.requirements.filter(requirement => requirement.creditType === creditType)
    if (services.length === 0 && needs.length === 0) return []
    const won = solution.requirements.filter(result => needs.some(need => need.id === result.id))
    return [
      {
        creditType,
        supplied: quantityOf(
          sum(services.map(one => Math.max(0, ...one.supply.map(period => period.units)))),
        ),
        demanded: quantityOf(sum(needs.map(need => need.ongoingUnits + need.additionalUnits))),
        sold: quantityOf(sum(won.map(one => one.ongoingUnits + one.additionalUnits))),
        reserved: quantityOf(reservedOf(problem, solution, creditType)),
      },
    ]
  })

/** The units kept in reserve of one credit type: what each pair of service and requirement keeps at most at one time. */
export const reservedOf = (problem: MatchProblem, solution: MatchSolution, creditType: CreditType): Units => {
  const services = new Set(
    problem.projects.flatMap(project =>
      project.services.filter(service => service.creditType === creditType).map(service => service.id),
    ),
  )
  const most = new Map<string, Units>()
  for (const { serviceId, requirementId, reserved } of solution.flows)
    if (services.has(serviceId)) {
      const pair = `${serviceId} ${requirementId}`
      most.set(pair, Math.max(most.get(pair) ?? 0, reserved))
    }
  return sum([...most.values()])
}

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
): Promise<MatchView> => {
  const { problem, solution } = result
  const name = await namesInMatch(db, result)
  const payments = solution.organisations.map(one => one.payment)
  return {
    resultId: result.id,
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
    totals: totalsOf(problem, solution),
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
