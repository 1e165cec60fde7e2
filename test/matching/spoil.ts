import type { MatchSolution } from '#domain/match-solution'
import type { Audit } from '#matching/audit'

type Item = MatchSolution['projects'][number]

/** All projects and requirements of a result. */
export const items = ({ projects, requirements }: MatchSolution): Item[] => [...projects, ...requirements]

/** Somebody who lost. */
export const lost = (solution: MatchSolution): Item => items(solution).find(({ won }) => !won)!

/** Somebody who lost for a reason. */
export const losing = (solution: MatchSolution, reason: Item['reason']): Item =>
  items(solution).find(one => one.reason === reason)!

/** Moves pence from one winning organisation to another, with everything that follows from it. */
export const move = (solution: MatchSolution, pence: number): void => {
  const [from, to] = solution.organisations.filter(({ share }) => share > 2 * pence)
  for (const [line, more] of [
    [from!, -pence],
    [to!, pence],
  ] as const) {
    const item = items(solution).find(one => one.won && one.organisationId === line.organisationId)!
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

/** R4, which is later, wins instead of R3, which differs from it in nothing else. */
export const exchangeTied = (solution: MatchSolution): void => {
  const [winner, loser] = ['R3', 'R4'].map(id => solution.requirements.find(one => one.id === id)!)
  exchange([...EXCHANGED, ...UNITS], winner!, loser!)
  const { vcg, payAsBid } = solution.comparison
  for (const lines of [solution.organisations, vcg, payAsBid])
    for (const line of lines)
      if (line.organisationId === winner!.organisationId) line.organisationId = loser!.organisationId
  for (const flow of solution.flows) if (flow.requirementId === 'R3') flow.requirementId = 'R4'
}

/** Takes a losing offer out of the problem and the result. */
export const withoutLoser = (audit: Audit, solution: MatchSolution): void => {
  const { id } = solution.projects.find(({ won }) => !won)!
  audit.problem.projects = audit.problem.projects.filter(one => one.id !== id)
  audit.problem.groups = []
  solution.projects = solution.projects.filter(one => one.id !== id)
  solution.groups = []
}

/** Calls a match imported. */
export const imported = (audit: Audit, solution: MatchSolution): void => {
  audit.rule = 'Imported'
  solution.rule = 'Imported'
}

/** Says something else of the engine, at both places of the file. */
export const inEngine = (
  audit: Audit,
  solution: MatchSolution,
  more: Partial<MatchSolution['engine']>,
): void => {
  audit.engine = { ...audit.engine, ...more }
  solution.engine = { ...solution.engine, ...more }
}

/** The coalition values of the first block of the first part. */
export const values = ({ coalitions }: Audit): [number, number, number][] =>
  coalitions[0]?.blocks?.[0]?.values ?? []
