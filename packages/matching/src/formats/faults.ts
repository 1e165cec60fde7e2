import type { z } from 'zod'

/** Names of single entries of lists whose singular is not the list's name without its s. */
const CALLED: Readonly<Record<string, string>> = {
  supply: 'supply',
  profile: 'profile',
  projectGroups: 'group',
  requirementGroups: 'group',
  memberIds: 'member',
  projectIds: 'member',
  requirementIds: 'member',
  winnerIds: 'winner',
  batches: 'part',
  vcg: 'payment',
  payAsBid: 'payment',
}

const entryOf = (list: string): string => CALLED[list] ?? list.replace(/s$/, '')

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Path to a value in words that a reader knows: entries of lists by id, name or position, for example `Project 17,
 * service 2: supply`.
 */
const placeOf = (value: unknown, path: readonly PropertyKey[], from: string): string => {
  let place = from
  let here = value
  for (const [depth, step] of path.entries()) {
    here = Object(here)[step]
    if (typeof step !== 'number') {
      place = place === '' ? String(step) : `${place}: ${String(step)}`
      continue
    }
    const { id, name: called } = Object(here)
    const name = [id, called, step + 1].find(one => one !== undefined && one !== '' && Object(one) !== one)
    const entry = entryOf(String(path[depth - 1]))
    const holder = place.lastIndexOf(': ')
    place = holder < 0 ? `${capital(entry)} ${name}` : `${place.slice(0, holder)}, ${entry} ${name}`
  }
  return place
}

/** All errors of a value, one sentence each. */
export interface ValidationError {
  faults: string[]
  /** All objects and lists are there, so contradictions between them can be checked. */
  isWhole: boolean
}

/**
 * Validates a value against a schema whose messages describe the accepted value. For a part of a file, `from` is its
 * name.
 */
export const listValidationErrors = (schema: z.ZodType, value: unknown, from = ''): ValidationError => {
  const issues = schema.safeParse(value).error?.issues ?? []
  const faults = issues.flatMap((issue, at) => {
    if (issue.code === 'unrecognized_keys')
      return issue.message
        .split('\n')
        .map((said, key) => `${placeOf(value, [...issue.path, issue.keys[key]!], from)} ${said}`)
    const isToldAlready = issues[at - 1]?.path.join() === issue.path.join()
    return isToldAlready ? [] : [`${placeOf(value, issue.path, from) || 'The file'} must be ${issue.message}`]
  })
  const isWhole = !issues.some(
    issue => issue.code === 'invalid_type' && (issue.expected === 'object' || issue.expected === 'array'),
  )
  return { faults, isWhole }
}
