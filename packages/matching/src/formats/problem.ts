import { canonicalJson } from '@credit-market/values/canonical'
import type { MatchProblem } from '../problem/match-problem.ts'
import { sha256 } from './sha256.ts'

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byId = <T extends { id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => compare(a.id, b.id))

/** Sorts the lists of a problem by id (supply by its start), so that results do not depend on the order of input. */
export const sortProblem = (problem: MatchProblem): MatchProblem => ({
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

/** SHA-256 of the canonical JSON of the sorted problem; results are filed under it. */
export const hashProblem = (problem: MatchProblem): string => sha256(canonicalJson(sortProblem(problem)))
