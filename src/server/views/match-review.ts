import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Day } from '#domain/dates'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { poundsOf } from '#domain/money'
import { proceedsOf, totalCosts } from '#domain/project'
import type { Round } from '#domain/round'
import { quantityOf } from '#domain/units'
import type { Named } from '#contract/values'
import type { MatchReview, ReviewItem } from '#contract/match'
import { addedToOthers, bindingSupply } from '#matching/reasons/presence'
import type { Database } from '../store/tables.ts'
import { inPounds, proceedsView } from './amounts.ts'
import { type Held, reserveIn, sheetOf } from './balance.ts'
import { matchView, namesInMatch, type Solved, solvedRuns, sumsOf } from './match.ts'
import { heldByWinners } from './matched.ts'
import { type NameOf, named } from './names.ts'

type Result = MatchSolution['projects'][number] & Partial<MatchSolution['requirements'][number]>

const namesIn = (problem: MatchProblem): NameOf => {
  const names = new Map(
    [...problem.projects, ...problem.requirements].map(one => [one.id, { id: one.id, name: one.name }]),
  )
  return id => (id === null ? null : (names.get(id) ?? null))
}

const groupOf = (problem: MatchProblem, id: string): Named | null => {
  const group = problem.groups.find(one => one.memberIds.includes(id))
  return group ? { id: group.id, name: group.name } : null
}

// The comparison is made for organisations; it is an item's own where the organisation won with nothing else.
const vcgOf = (solution: MatchSolution, result: Result): number | null => {
  if (!result.won) return 0
  const won = [...solution.projects, ...solution.requirements].filter(
    one => one.won && one.organisationId === result.organisationId,
  )
  const its = solution.comparison.vcg.find(one => one.organisationId === result.organisationId)
  return won.length === 1 && its ? poundsOf(its.payment) : null
}

/** What every item is told of its part in the match, worked out once for all of them. */
const presenceIn = ({ problem, solution }: Solved) => {
  const added = addedToOthers(solution)
  const exhausted = bindingSupply(problem, solution)
  const name = namesIn(problem)
  const owner = new Map(
    problem.projects.flatMap(project => project.services.map(service => [service.id, project.id])),
  )
  return ({ id, won, organisationId }: Result) => {
    const projects = (exhausted.get(id) ?? []).map(serviceId => owner.get(serviceId)!)
    return {
      addedToOthers: won ? inPounds(added.get(organisationId) ?? null) : null,
      bindingSupply: [...new Set(projects)].map(projectId => named(name, projectId)),
    }
  }
}

const reviewItem = (
  { problem, solution }: Solved,
  result: Result,
  organisation: NameOf,
  given: Pick<ReviewItem, 'amount' | 'costs' | 'proceeds' | 'payAsBid' | 'addedToOthers' | 'bindingSupply'>,
): ReviewItem => ({
  ...named(namesIn(problem), result.id),
  organisation: named(organisation, result.organisationId),
  won: result.won,
  ...given,
  value: poundsOf(result.value),
  share: poundsOf(result.share),
  payment: poundsOf(result.payment),
  reason: result.reason,
  sentence: result.sentence,
  critical: inPounds(result.critical),
  percent: result.fraction === undefined ? (result.won ? 100 : 0) : result.fraction / 100,
  ongoingOnly: result.ongoingOnly ?? false,
  group: groupOf(problem, result.id),
  vcg: vcgOf(solution, result),
})

const reviewProjects = (run: Solved, organisation: NameOf): ReviewItem[] => {
  const asked = new Map(run.problem.projects.map(project => [project.id, project]))
  const presence = presenceIn(run)
  return run.solution.projects.map(result => {
    const { offer, costs } = asked.get(result.id)!
    return reviewItem(run, result, organisation, {
      amount: poundsOf(offer),
      costs: poundsOf(totalCosts(costs)),
      proceeds: result.won ? proceedsView(proceedsOf(-result.payment, costs)) : null,
      // What is received is negative, as in payments.
      payAsBid: result.won ? -poundsOf(Math.abs(result.value)) : 0,
      ...presence(result),
    })
  })
}

const reviewRequirements = (run: Solved, organisation: NameOf): ReviewItem[] => {
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

const reviewFlows = ({ problem, solution }: Solved): MatchReview['flows'] => {
  const name = namesIn(problem)
  const services = new Map(
    problem.projects.flatMap(project => project.services.map(service => [service.id, service])),
  )
  return solution.flows.map(flow => {
    const service = services.get(flow.serviceId)!
    return {
      project: named(name, flow.projectId),
      requirement: named(name, flow.requirementId),
      serviceId: flow.serviceId,
      service:
        service.habitatType ?? (service.broadHabitat === 'NA' ? service.creditType : service.broadHabitat),
      creditType: service.creditType,
      start: flow.start,
      end: flow.end,
      units: quantityOf(flow.units),
      reserved: quantityOf(flow.reserved),
    }
  })
}

const reviewGroups = ({ problem, solution }: Solved): MatchReview['groups'] => {
  const name = namesIn(problem)
  return problem.groups.map(({ id, name: called, of, type, memberIds }) => {
    const outcome = solution.groups.find(group => group.id === id)
    return {
      id,
      name: called,
      of,
      type,
      members: memberIds.map(member => named(name, member)),
      winners: (outcome?.winnerIds ?? []).map(winner => named(name, winner)),
      note: outcome?.note ?? '',
    }
  })
}

const reserveOf = ({ problem }: Solved, held: readonly Held[], on: Day): MatchReview['reserve'] =>
  problem.reserve && {
    percentage: problem.reserve.basisPoints / 100,
    appliesTo: problem.reserve.appliesTo,
    byCreditType: reserveIn(held, on),
  }

const winnersOf = ({ solution }: Solved): string[] =>
  [...solution.projects, ...solution.requirements].filter(one => one.won).map(one => one.id)

/** What the run before had found, and whose fortune has changed since. */
const comparedWith = (run: Solved, before: Solved | undefined): MatchReview['previous'] => {
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
        .map(id => `${named(name, id).name} wins now and did not before`),
      ...then
        .filter(id => !now.includes(id))
        .map(id => `${named(name, id).name} won before and does not now`),
    ],
  }
}

const mergedItems = (run: Solved, before: Solved) => ({
  projects: [...before.problem.projects, ...run.problem.projects],
  requirements: [...before.problem.requirements, ...run.problem.requirements],
})

const sumsInPounds = (solution: MatchSolution) => {
  const { surplus, totalPaid, totalReceived } = sumsOf(solution)
  return {
    surplus: poundsOf(surplus),
    totalPaid: poundsOf(totalPaid),
    totalReceived: poundsOf(totalReceived),
  }
}

/** All there is to review before a match is accepted or rejected; for the operator. */
export const matchReview = async (
  db: Kysely<Database>,
  round: Round,
  run: Solved,
  reader: Actor,
  on: Day,
): Promise<MatchReview> => {
  const held = await heldByWinners(db, round, run)
  const organisation = await namesInMatch(db, run)
  const [, before] = await solvedRuns(db, round.id, 2)
  return {
    on,
    match: { ...(await matchView(db, round, run, reader, on)), ...sumsInPounds(run.solution) },
    projects: reviewProjects(run, organisation),
    requirements: reviewRequirements(run, organisation),
    flows: reviewFlows(run),
    groups: reviewGroups(run),
    reserve: reserveOf(run, held, on),
    balance: sheetOf(held, on),
    warnings: run.solution.warnings,
    previous: comparedWith(run, before),
  }
}

/** Everything needed to compute a match again elsewhere, as it is stored. */
export const matchAudit = ({
  id,
  roundId,
  problem,
  problemHash,
  solution,
  solutionHash,
  startedAt,
  finishedAt,
}: Solved) => ({
  resultId: id,
  roundId,
  problem,
  problemHash,
  solution,
  solutionHash,
  startedAt,
  finishedAt,
})
