import { canonicalJson } from '#domain/canonical'
import type { MatchProblem } from '#domain/match-problem'
import { sha256 } from './sha256.ts'

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byId = <T extends { id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => compare(a.id, b.id))

/** The same problem with its lists sorted by id (supply by its start), so that nothing that follows can depend on the order of input. */
export const inOrder = (problem: MatchProblem): MatchProblem => ({
  ...problem,
  projects: byId(problem.projects).map(project => ({
    ...project,
    services: byId(project.services).map(service => ({
      ...service,
      supply: service.supply.toSorted((a, b) => compare(a.start, b.start)),
    })),
  })),
  requirements: byId(problem.requirements),
  groups: byId(problem.groups).map(group => ({ ...group, memberIds: group.memberIds.toSorted(compare) })),
})

/** SHA-256 of the problem in canonical order and canonical JSON, under which a result is filed and can be recomputed. */
export const hashOf = (problem: MatchProblem): string => sha256(canonicalJson(inOrder(problem)))
