import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { canonicalJson } from '@credit-market/values/canonical'
import { isKeyOf } from '#domain/values/narrow'
import { PERSONAL_COLUMNS, REMOVED_PERSONAL_VALUE } from '#domain/disclosure/personal'
import type { ActivityPersonalTable, ActivityTable } from './tables/log-tables.ts'
import type { Database } from './tables/tables.ts'

/** JSON pointer to the actor's own words in the details of an entry. */
export const QUOTE_JSON_POINTER = '/quote'

type Part = Pick<ActivityPersonalTable, 'path'> & { value: string; salt: string }
type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the commitment that an entry holds in place of a personal value: the SHA-256 of its salt and of the value as
 * canonical JSON.
 */
export const commitToPersonalValue = (salt: string, value: string): string =>
  createHash('sha256')
    .update(salt + value)
    .digest('hex')

/** Returns the commitment at this place, if there is one. */
const commitmentIn = (value: unknown): string | undefined =>
  isObject(value) && typeof value.commitment === 'string' ? value.commitment : undefined

/**
 * Separates the personal values from the details of an entry about this kind: returns the details with commitments in
 * their place, and the values by their place, each with a random salt, so that no one can guess a value from its
 * commitment.
 */
export const separatePersonalValues = (kind: string, details: Fields): { details: Fields; parts: Part[] } => {
  const parts: Part[] = []
  const commit = (path: string, given: unknown): unknown => {
    const [salt, value] = [randomBytes(16).toString('hex'), canonicalJson(given)]
    parts.push({ path, value, salt })
    return { commitment: commitToPersonalValue(salt, value) }
  }
  const within = (values: Fields, declared: object, place: string): Fields =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const path = `${place}/${name}`
        const what: unknown =
          path === QUOTE_JSON_POINTER ? 'free text' : isKeyOf(declared, name) ? declared[name] : undefined
        if (what === undefined || value === null || value === undefined) return [name, value]
        return [name, isObject(what) && isObject(value) ? within(value, what, path) : commit(path, value)]
      }),
    )
  return {
    details: within(details, (isKeyOf(PERSONAL_COLUMNS, kind) && PERSONAL_COLUMNS[kind]) || {}, ''),
    parts,
  }
}

/** Returns every commitment in the details of an entry, with its place. */
export const listDetailCommitments = (details: unknown, place = ''): [path: string, commitment: string][] => {
  const commitment = commitmentIn(details)
  if (commitment !== undefined) return [[place, commitment]]
  if (!isObject(details)) return []
  return Object.entries(details).flatMap(([name, value]) => listDetailCommitments(value, `${place}/${name}`))
}

const filledIn = (said: unknown, place: string, values: ReadonlyMap<string, string | null>): unknown => {
  if (commitmentIn(said) !== undefined) {
    const value = values.get(place) ?? null
    return value === null ? REMOVED_PERSONAL_VALUE : JSON.parse(value)
  }
  if (!isObject(said)) return said
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, filledIn(value, `${place}/${name}`, values)]),
  )
}

/**
 * Returns the details of entries with their personal values restored; blanked values are replaced by the placeholder.
 */
export const restorePersonalValues = async (
  db: Kysely<Database>,
  entries: readonly Pick<ActivityTable, 'id' | 'details'>[],
): Promise<(entry: Pick<ActivityTable, 'id' | 'details'>) => Fields> => {
  const holding = entries.filter(({ details }) => details.includes('"commitment"')).map(({ id }) => id)
  const kept = await partsOf(db, holding)
  return ({ id, details }) => filledIn(JSON.parse(details), '', kept.get(id) ?? new Map()) as Fields
}

const partsOf = async (
  db: Kysely<Database>,
  entries: readonly number[],
): Promise<Map<number, Map<string, string | null>>> => {
  const kept = new Map<number, Map<string, string | null>>()
  if (entries.length === 0) return kept
  const rows = await db
    .selectFrom('activityPersonal')
    .select(['entryId', 'path', 'value'])
    .where('entryId', 'in', entries)
    .execute()
  for (const { entryId, path, value } of rows)
    kept.set(entryId, (kept.get(entryId) ?? new Map<string, string | null>()).set(path, value))
  return kept
}
