import type { z } from 'zod'

/** What an entry of a list is called where its list is not simply called after several of them. */
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
 * Where something is, by what a reader knows: entries of lists by their id, name, or else their place, such as
 * `Project 17, service 2: supply`.
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

/** What is wrong with a value: one sentence for each fault, all at once. */
export interface Faults {
  faults: string[]
  /** All its objects and lists are there, so that what contradicts itself between them can be looked for. */
  isWhole: boolean
}

/** Judges a value by a schema whose messages say what is wanted; `from` names the value where it is part of a file. */
export const faultsIn = (schema: z.ZodType, value: unknown, from = ''): Faults => {
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
