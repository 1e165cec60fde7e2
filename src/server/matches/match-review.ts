import type { Kysely } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { Day } from '@credit-market/values/dates'
import { type MatchProblem, totalCosts } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { poundsOf } from '@credit-market/values/money'
import { ownersOfItems } from '#domain/match/parties'
import { splitProjectProceeds } from '#domain/project/project'
import type { Round } from '#domain/round/round'
import { unitsToNumber } from '@credit-market/values/units'
import type { IdAndName } from '#contract/kit/values'
import type { MatchReview, ReviewItem } from '#contract/round/match'
import { findValueAddedToOthers, findExhaustedServices } from '@credit-market/matching/reasons/presence'
import type { Database } from '../store/tables/tables.ts'
import { poundsOrNull, proceedsView } from '../views/kit/amounts.ts'
import { type CertifiedUnits, unitsInReserve, buildBalanceSheet } from '../views/listing/balance.ts'
import {
  readMatchView,
  readOrganisationNamesInMatch,
  type SolvedRun,
  readSolvedRuns,
  sumMatchTotalsInPence,
} from './match.ts'
import { splitUnitsOfWinners } from './matched.ts'
import { type NameLookup, requireName } from '../views/kit/names.ts'

type Result = MatchSolution['projects'][number] & Partial<MatchSolution['requirements'][number]>

const namesIn = (problem: MatchProblem): NameLookup => {
  const names = new Map(
    [...problem.projects, ...problem.requirements].map(one => [one.id, { id: one.id, name: one.name }]),
  )
  return id => (id === null ? null : (names.get(id) ?? null))
}

const groupOf = (problem: MatchProblem, id: string): IdAndName | null => {
  const group = problem.groups.find(one => one.memberIds.includes(id))
  return group ? { id: group.id, name: group.name } : null
}

// The comparison is by organisation; it applies to an item only if the organisation won with nothing else.
const vcgOf = (solution: MatchSolution, result: Result): number | null => {
  if (!result.won) return 0
  const won = [...solution.projects, ...solution.requirements].filter(
    one => one.won && one.organisationId === result.organisationId,
  )
  const its = solution.comparison.vcg.find(one => one.organisationId === result.organisationId)
  return won.length === 1 && its ? poundsOf(its.payment) : null
}

/** The effect of every item on the match, calculated once for all items. */
const presenceIn = ({ problem, solution }: SolvedRun) => {
  const added = findValueAddedToOthers(solution)
  const exhausted = findExhaustedServices(problem, solution)
  const name = namesIn(problem)
  const owner = new Map(
    problem.projects.flatMap(project => project.services.map(service => [service.id, project.id])),
  )
  return ({ id, won, organisationId }: Result) => {
    const projects = (exhausted.get(id) ?? []).map(serviceId => owner.get(serviceId)!)
    return {
      addedToOthers: won ? poundsOrNull(added.get(organisationId) ?? null) : null,
      bindingSupply: [...new Set(projects)].map(projectId => requireName(name, projectId)),
    }
  }
}

const reviewItem = (
  { problem, solution }: SolvedRun,
  result: Result,
  organisation: NameLookup,
  given: Pick<ReviewItem, 'amount' | 'costs' | 'proceeds' | 'payAsBid' | 'addedToOthers' | 'bindingSupply'>,
): ReviewItem => ({
  ...requireName(namesIn(problem), result.id),
  organisation: requireName(organisation, ownersOfItems(problem).get(result.id) ?? result.organisationId),
  won: result.won,
  ...given,
  value: poundsOf(result.value),
  share: poundsOf(result.share),
  payment: poundsOf(result.payment),
  reason: result.reason,
  sentence: result.sentence,
  critical: poundsOrNull(result.critical),
  percent: result.fraction === undefined ? (result.won ? 100 : 0) : result.fraction / 100,
  ongoingOnly: result.ongoingOnly ?? false,
  group: groupOf(problem, result.id),
  vcg: vcgOf(solution, result),
})

const reviewProjects = (run: SolvedRun, organisation: NameLookup): ReviewItem[] => {
  const asked = new Map(run.problem.projects.map(project => [project.id, project]))
  const presence = presenceIn(run)
  return run.solution.projects.map(result => {
    const { offer, costs } = asked.get(result.id)!
    return reviewItem(run, result, organisation, {
      amount: poundsOf(offer),
      costs: poundsOf(totalCosts(costs)),
      proceeds: result.won ? proceedsView(splitProjectProceeds(-result.payment, costs)) : null,
      // Money received is negative, as in payments.
      payAsBid: result.won ? -poundsOf(Math.abs(result.value)) : 0,
      ...presence(result),
    })
  })
}

const reviewRequirements = (run: SolvedRun, organisation: NameLookup): ReviewItem[] => {
  const asked = new Map(run.problem.requirements.map(requirement => [requirement.id, requirement]))
  const presence = presenceIn(run)
  return run.solution.requirements.map(result =>
    reviewItem(run, result, organisation, {
      amount: poundsOf(asked.get(result.id)!.bid),
      costs: 0,
      proceeds: null,
      payAsBid: result.won ? poundsOf(result.value) : 0,
      ...presence(result),
    }),
  )
}

const reviewFlows = ({ problem, solution }: SolvedRun): MatchReview['flows'] => {
  const name = namesIn(problem)
  const services = new Map(
    problem.projects.flatMap(project => project.services.map(service => [service.id, service])),
  )
  return solution.flows.map(flow => {
    const service = services.get(flow.serviceId)!
    return {
      project: requireName(name, flow.projectId),
      requirement: requireName(name, flow.requirementId),
      serviceId: flow.serviceId,
      service:
        service.habitatType ?? (service.broadHabitat === 'NA' ? service.creditType : service.broadHabitat),
      creditType: service.creditType,
      start: flow.start,
      end: flow.end,
      units: unitsToNumber(flow.units),
      reserved: unitsToNumber(flow.reserved),
    }
  })
}

const reviewGroups = ({ problem, solution }: SolvedRun): MatchReview['groups'] => {
  const name = namesIn(problem)
  return problem.groups.map(({ id, name: called, of, type, memberIds }) => {
    const outcome = solution.groups.find(group => group.id === id)
    return {
      id,
      name: called,
      of,
      type,
      members: memberIds.map(member => requireName(name, member)),
      winners: (outcome?.winnerIds ?? []).map(winner => requireName(name, winner)),
      note: outcome?.note ?? '',
    }
  })
}

const reserveOf = (
  { problem }: SolvedRun,
  held: readonly CertifiedUnits[],
  on: Day,
): MatchReview['reserve'] =>
  problem.reserve && {
    percentage: problem.reserve.basisPoints / 100,
    appliesTo: problem.reserve.appliesTo,
    byCreditType: unitsInReserve(held, on),
  }

const winnersOf = ({ solution }: SolvedRun): string[] =>
  [...solution.projects, ...solution.requirements].filter(one => one.won).map(one => one.id)

/** Result of the previous run, and the items that have won or lost since. */
const comparedWith = (run: SolvedRun, before: SolvedRun | undefined): MatchReview['previous'] => {
  if (!before?.finishedAt) return null
  const now = winnersOf(run)
  const then = winnersOf(before)
  const name = namesIn({ ...run.problem, ...mergedItems(run, before) })
  return {
    finishedAt: before.finishedAt,
    surplus: poundsOf(before.solution.surplus),
    winners: then.length,
    changed: [
      ...now
        .filter(id => !then.includes(id))
        .map(id => `${requireName(name, id).name} wins now but did not before`),
      ...then
        .filter(id => !now.includes(id))
        .map(id => `${requireName(name, id).name} won before but does not now`),
    ],
  }
}

const mergedItems = (run: SolvedRun, before: SolvedRun) => ({
  projects: [...before.problem.projects, ...run.problem.projects],
  requirements: [...before.problem.requirements, ...run.problem.requirements],
})

const sumsInPounds = (solution: MatchSolution) => {
  const { surplus, totalPaid, totalReceived } = sumMatchTotalsInPence(solution)
  return {
    surplus: poundsOf(surplus),
    totalPaid: poundsOf(totalPaid),
    totalReceived: poundsOf(totalReceived),
  }
}

/** Reads the data that the operator reviews before accepting or rejecting a match. */
export const loadMatchReview = async (
  db: Kysely<Database>,
  round: Round,
  run: SolvedRun,
  reader: Actor,
  on: Day,
): Promise<MatchReview> => {
  const held = await splitUnitsOfWinners(db, round, run)
  const organisation = await readOrganisationNamesInMatch(db, run)
  const [, before] = await readSolvedRuns(db, round.id, 2)
  return {
    on,
    match: { ...(await readMatchView(db, round, run, reader, on)), ...sumsInPounds(run.solution) },
    projects: reviewProjects(run, organisation),
    requirements: reviewRequirements(run, organisation),
    flows: reviewFlows(run),
    groups: reviewGroups(run),
    reserve: reserveOf(run, held, on),
    balance: buildBalanceSheet(held, on),
    warnings: run.solution.warnings,
    previous: comparedWith(run, before),
  }
}

/** Reads the stored audit from which a match can be recomputed elsewhere. */
export const readMatchAudit = ({
  id,
  roundId,
  problem,
  problemHash,
  solution,
  solutionHash,
  startedAt,
  finishedAt,
}: SolvedRun) => ({
  resultId: id,
  roundId,
  problem,
  problemHash,
  solution,
  solutionHash,
  startedAt,
  finishedAt,
})
