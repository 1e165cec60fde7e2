import type { MatchProblem } from './problem/match-problem.ts'
import type { MatchSolution, ProjectResult, RequirementResult } from './problem/match-solution.ts'
import { NotProvenError, VerificationFailedError, type BestKnownMatch } from './formats/errors.ts'
import { hashProblem, sortProblem } from './formats/problem.ts'
import { PROJECT_LOSS_SENTENCES, REQUIREMENT_LOSS_SENTENCES } from './reasons/sentences.ts'
import { groupResults } from './result.ts'
import { solveWithAudit, type SolveOptions } from './solve.ts'
import { relativeBoundGap } from './winners/progress.ts'
import type { MatchAudit } from './audit.ts'
import { findResultErrors } from '@credit-market/match-verifier/verify'

type Winners = Pick<BestKnownMatch, 'projectIds' | 'requirementIds'>

/** The offers and bids of some winners as a problem of their own: the others and their groups are left out. */
const winnersAlone = (problem: MatchProblem, { projectIds, requirementIds }: Winners): MatchProblem => {
  const kept = new Set([...projectIds, ...requirementIds])
  return {
    ...problem,
    projects: problem.projects.filter(({ id }) => kept.has(id)),
    requirements: problem.requirements.filter(({ id }) => kept.has(id)),
    groups: problem.groups
      .map(group => ({ ...group, memberIds: group.memberIds.filter(id => kept.has(id)) }))
      .filter(({ memberIds }) => memberIds.length > 1),
  }
}

const winnersOf = ({ projects, requirements }: MatchSolution): Winners => {
  const idsOf = (items: readonly { id: string; won: boolean }[]): string[] =>
    items.flatMap(({ id, won }) => (won ? [id] : []))
  return { projectIds: idsOf(projects), requirementIds: idsOf(requirements) }
}

const isSmaller = (a: Winners, b: Winners): boolean =>
  a.projectIds.length < b.projectIds.length || a.requirementIds.length < b.requirementIds.length

const LOST = {
  won: false,
  value: 0,
  share: 0,
  payment: 0,
  reason: 'notInBestKnown',
  critical: null,
} as const

const lostProject = ({ id, supplierId }: MatchProblem['projects'][number]): ProjectResult => ({
  id,
  organisationId: supplierId,
  ...LOST,
  sentence: PROJECT_LOSS_SENTENCES.notInBestKnown,
})

const lostRequirement = ({ id, buyerId }: MatchProblem['requirements'][number]): RequirementResult => ({
  id,
  organisationId: buyerId,
  ...LOST,
  fraction: 0,
  ongoingOnly: false,
  ongoingUnits: 0,
  additionalUnits: 0,
  sentence: REQUIREMENT_LOSS_SENTENCES.notInBestKnown,
})

const tieOfWinners = ({ note, ...tie }: MatchSolution['tie']): MatchSolution['tie'] => ({
  ...tie,
  note: `Among the winning offers and bids alone: ${note.charAt(0).toLowerCase()}${note.slice(1)}`,
})

/** The result of the winners alone as a result of the whole round, in which all others lost. */
const ofWholeRound = (problem: MatchProblem, solution: MatchSolution, bound: number): MatchSolution => {
  const projects = new Map(solution.projects.map(one => [one.id, one]))
  const requirements = new Map(solution.requirements.map(one => [one.id, one]))
  return {
    ...solution,
    problemHash: hashProblem(problem),
    proven: false,
    bestKnown: { bound },
    tie: tieOfWinners(solution.tie),
    projects: problem.projects.map(one => projects.get(one.id) ?? lostProject(one)),
    requirements: problem.requirements.map(one => requirements.get(one.id) ?? lostRequirement(one)),
    groups: groupResults(problem, winnersOf(solution)),
  }
}

/**
 * Prices a match that is not proven to be the best, with an audit: the offers and bids of its winners are matched and
 * priced by the published rule as if there were no others. If some of them do not win then, they lose too, and the
 * others are priced without them. Throws `NotProvenError`, with the known match, if the time is over.
 */
export const solveBestKnown = async (
  given: MatchProblem,
  known: BestKnownMatch,
  { timeBudgetSeconds = Infinity, ...hooks }: SolveOptions = {},
): Promise<{ solution: MatchSolution; audit: MatchAudit }> => {
  const end = Date.now() + timeBudgetSeconds * 1_000
  const problem = sortProblem(given)
  const solveAlone = (winners: Winners) =>
    solveWithAudit(winnersAlone(problem, winners), {
      ...hooks,
      timeBudgetSeconds: (end - Date.now()) / 1_000,
    }).catch((error: unknown): never => {
      if (!(error instanceof NotProvenError)) throw error
      throw new NotProvenError(known, relativeBoundGap(known.surplus, known.bound))
    })
  let winners: Winners = known
  let alone = await solveAlone(winners)
  while (isSmaller(winnersOf(alone.solution), winners)) {
    winners = winnersOf(alone.solution)
    alone = await solveAlone(winners)
  }
  const solution = ofWholeRound(problem, alone.solution, known.bound)
  const findings = findResultErrors(problem, solution)
  if (findings.length > 0) throw new VerificationFailedError(findings)
  return { solution, audit: { ...alone.audit, hash: solution.problemHash, problem, solution } }
}
