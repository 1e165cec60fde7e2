import type { MatchGroup, MatchProblem } from '../problem/match-problem.ts'

/** Groups of members tied by "all must win", directly or through another group; every other id is alone. */
export const groupTiedMembers = (ids: readonly string[], groups: readonly MatchGroup[]): string[][] => {
  const leader = new Map(ids.map(id => [id, id]))
  const lead = (id: string): string => {
    const next = leader.get(id)!
    return next === id ? id : lead(next)
  }
  for (const group of groups.filter(({ type }) => type === 'AND')) {
    const [first, ...others] = group.memberIds
    for (const other of others) leader.set(lead(other), lead(first!))
  }
  const sets = new Map<string, string[]>()
  for (const id of ids) sets.set(lead(id), [...(sets.get(lead(id)) ?? []), id])
  return [...sets.values()]
}

/** The groups of projects, or of requirements. */
export const groupsOfSide = (problem: MatchProblem, of: MatchGroup['of']): MatchGroup[] =>
  problem.groups.filter(group => group.of === of)
