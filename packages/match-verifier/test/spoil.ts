import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { MatchAudit } from '@credit-market/matching/audit'

type Item = MatchSolution['projects'][number]

/** All projects and requirements of a result. */
export const projectAndRequirementResults = ({ projects, requirements }: MatchSolution): Item[] => [
  ...projects,
  ...requirements,
]

/** Some loser. */
export const findLoser = (solution: MatchSolution): Item =>
  projectAndRequirementResults(solution).find(({ won }) => !won)!

/** Some loser with this reason. */
export const findLoserWithReason = (solution: MatchSolution, reason: Item['reason']): Item =>
  projectAndRequirementResults(solution).find(one => one.reason === reason)!

/** Moves pence from one winning organisation to another, with all consequences. */
export const movePenceToOtherWinner = (solution: MatchSolution, pence: number): void => {
  const [from, to] = solution.organisations.filter(({ share }) => share > 2 * pence)
  for (const [line, more] of [
    [from!, -pence],
    [to!, pence],
  ] as const) {
    const item = projectAndRequirementResults(solution).find(
      one => one.won && one.organisationId === line.organisationId,
    )!
    for (const one of [line, item]) {
      one.share += more
      one.payment -= more
    }
  }
}

const EXCHANGED = ['won', 'value', 'share', 'payment', 'reason', 'sentence', 'critical'] as const
const UNITS = ['fraction', 'ongoingOnly', 'ongoingUnits', 'additionalUnits'] as const

const exchange = <K extends string>(
  names: readonly K[],
  a: Record<K, unknown>,
  b: Record<K, unknown>,
): void => {
  for (const name of names) [a[name], b[name]] = [b[name], a[name]]
}

/** R4, which is later, wins instead of R3, from which it differs in nothing else. */
export const swapTiedWinner = (solution: MatchSolution): void => {
  const [winner, loser] = ['R3', 'R4'].map(id => solution.requirements.find(one => one.id === id)!)
  exchange([...EXCHANGED, ...UNITS], winner!, loser!)
  const { vcg, payAsBid } = solution.comparison
  for (const lines of [solution.organisations, vcg, payAsBid])
    for (const line of lines)
      if (line.organisationId === winner!.organisationId) line.organisationId = loser!.organisationId
  for (const flow of solution.flows) if (flow.requirementId === 'R3') flow.requirementId = 'R4'
}

/** Removes a losing offer from the problem and the result. */
export const removeLosingOffer = (audit: MatchAudit, solution: MatchSolution): void => {
  const { id } = solution.projects.find(({ won }) => !won)!
  audit.problem.projects = audit.problem.projects.filter(one => one.id !== id)
  audit.problem.groups = []
  solution.projects = solution.projects.filter(one => one.id !== id)
  solution.groups = []
}

/** Changes a property of the engine. */
export const changeEngineProperty = (
  solution: MatchSolution,
  more: Partial<MatchSolution['engine']>,
): void => {
  solution.engine = { ...solution.engine, ...more }
}

/** The coalition values of the first block of the first part. */
export const firstBlockValues = ({ coalitions }: MatchAudit): [number, number, number][] =>
  coalitions[0]?.blocks?.[0]?.values ?? []
