import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { hashOf } from '../formats/problem.ts'
import { flowFindings } from './verify-flows.ts'
import { moneyFindings } from './verify-money.ts'

const groupFindings = ({ groups }: MatchProblem, { projects, requirements }: MatchSolution): string[] =>
  groups.flatMap(({ id, of, type, memberIds }) => {
    const parts = memberIds.map(member => {
      const found = (of === 'project' ? projects : requirements).find(result => result.id === member)
      if (found === undefined || !found.won) return 0
      return 'fraction' in found ? (found as { fraction: number }).fraction : 10_000
    })
    const sum = parts.reduce((a, b) => a + b, 0)
    if (type === 'XOR') return sum > 10_000 ? [`Group ${id}: more than one whole member has won`] : []
    const uneven = Math.max(...parts) - Math.min(...parts) > 1
    return uneven ? [`Group ${id}: its members have not won alike`] : []
  })

const completeness = (problem: MatchProblem, solution: MatchSolution): string[] => {
  const same = (ids: string[], results: { id: string }[]): boolean =>
    ids.toSorted().join('\n') ===
    results
      .map(({ id }) => id)
      .toSorted()
      .join('\n')
  const { projects, requirements } = problem
  return [
    ...(solution.problemHash === hashOf(problem) ? [] : ['The result belongs to another problem']),
    ...(same(
      projects.map(({ id }) => id),
      solution.projects,
    )
      ? []
      : ['Not every project has one result']),
    ...(same(
      requirements.map(({ id }) => id),
      solution.requirements,
    )
      ? []
      : ['Not every requirement has one result']),
    ...[...solution.projects, ...solution.requirements]
      .filter(({ won, reason }) => won !== (reason === null))
      .map(({ id }) => `${id}: a loss needs a reason and a win has none`),
  ]
}

/** Everything wrong with a result, judged from the problem alone, with no knowledge of how it was found. */
export const verify = (problem: MatchProblem, solution: MatchSolution): string[] => [
  ...completeness(problem, solution),
  ...groupFindings(problem, solution),
  ...flowFindings(problem, solution),
  ...moneyFindings(problem, solution),
]
