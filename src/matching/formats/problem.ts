import type { MatchProblem } from '#domain/match-problem'
import { sha256 } from './sha256.ts'

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sortKey = (entry: unknown): string => {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  const { id, start } = entry as { id?: string; start?: string }
  return id ?? start ?? ''
}

/**
 * Lists sorted by id (supply by its start) and keys by name: what was said, without the order it was said
 * in.
 */
const arranged = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.toSorted((a, b) => compare(sortKey(a), sortKey(b))).map(arranged)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => compare(a, b)).map(([key, part]) => [key, arranged(part)]),
  )
}

/** The problem as canonical JSON: the same round always reads the same, whatever order it came in. */
const canonical = (problem: MatchProblem): string => JSON.stringify(arranged(problem))

/** SHA-256 of the canonical problem, under which a result is filed and can be recomputed. */
export const hashOf = (problem: MatchProblem): string => sha256(canonical(problem))

/** The same problem in canonical order, so that nothing that follows can depend on the order of input. */
export const inOrder = (problem: MatchProblem): MatchProblem => arranged(problem) as MatchProblem
