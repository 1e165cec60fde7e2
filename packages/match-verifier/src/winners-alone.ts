import { hashProblem } from './canonical.ts'
import type { MatchProblem } from './shapes/problem-shape.ts'
import type { MatchResult } from './shapes/result-shape.ts'

/** Start of the note on ties in a match that is not proven to be the best. */
const AMONG_WINNERS = 'Among the winning offers and bids alone: '

/** True if the note on ties says that it is about the winners alone. */
export const isTieOfWinners = (note: string): boolean => note.startsWith(AMONG_WINNERS)

const noteOfWinners = (note: string): string => {
  if (!isTieOfWinners(note)) return note
  const own = note.slice(AMONG_WINNERS.length)
  return `${own.charAt(0).toUpperCase()}${own.slice(1)}`
}

/** A problem with the result for it. */
export interface ProblemWithResult {
  problem: MatchProblem
  result: MatchResult
}

/**
 * The offers and bids of the winners as a problem of their own, with the result for it. A match that is not proven to be
 * the best is priced as the proven match of this problem.
 */
export const restrictToWinners = ({ problem, result }: ProblemWithResult): ProblemWithResult => {
  const { bestKnown: _bound, ...filed } = result
  const projects = filed.projects.filter(({ won }) => won)
  const requirements = filed.requirements.filter(({ won }) => won)
  const ids = new Set([...projects, ...requirements].map(({ id }) => id))
  const among = <T extends { memberIds: string[] }>(groups: readonly T[]): T[] =>
    groups
      .map(group => ({ ...group, memberIds: group.memberIds.filter(id => ids.has(id)) }))
      .filter(({ memberIds }) => memberIds.length > 1)
  const alone = {
    ...problem,
    projects: problem.projects.filter(({ id }) => ids.has(id)),
    requirements: problem.requirements.filter(({ id }) => ids.has(id)),
    groups: among(problem.groups),
  }
  return {
    problem: alone,
    result: {
      ...filed,
      problemHash: hashProblem(alone),
      proven: true,
      tie: { ...filed.tie, note: noteOfWinners(filed.tie.note) },
      projects,
      requirements,
      groups: among(filed.groups),
    },
  }
}

/** The problem of which a result has the shares: the whole, or that of the winners alone. */
export const problemOfShares = (filed: ProblemWithResult): ProblemWithResult =>
  filed.result.bestKnown === undefined ? filed : restrictToWinners(filed)
