import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { MatchProblem } from './shapes/problem-shape.ts'

/**
 * Canonical JSON text of a value (RFC 8785): no spaces, keys ordered by UTF-16 units, numbers and strings as in
 * ECMAScript. Undefined properties are left out.
 */
const canonicalText = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(entry => canonicalText(entry ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([a], [b]) => before(a, b))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonicalText(part)}`)
  return `{${members.join(',')}}`
}

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sortedBy = <T>(list: readonly T[], key: (entry: T) => string): T[] =>
  list.toSorted((a, b) => before(key(a), key(b)))

const byId = <T extends { id: string }>(list: readonly T[]): T[] => sortedBy(list, ({ id }) => id)

/** SHA-256 of the canonical text of a value, as 64 hexadecimal digits. */
export const hashCanonicalJson = (value: unknown): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalText(value))))

/** Hash of a problem: of its canonical text with lists sorted by id, supplies by start, and members sorted. */
export const hashProblem = (problem: MatchProblem): string =>
  hashCanonicalJson({
    ...problem,
    projects: byId(problem.projects).map(project => ({
      ...project,
      services: byId(project.services).map(service => ({
        ...service,
        supply: sortedBy(service.supply, ({ start }) => start),
      })),
    })),
    requirements: byId(problem.requirements),
    groups: byId(problem.groups).map(group => ({ ...group, memberIds: group.memberIds.toSorted(before) })),
  })
