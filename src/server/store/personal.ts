import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { canonicalJson } from '#domain/canonical'
import { isKeyOf } from '#domain/narrow'
import { PERSONAL, REMOVED } from '#domain/personal'
import type { ActivityPersonalTable, ActivityTable } from './log-tables.ts'
import type { Database } from './tables.ts'

/** Where in the details of an entry the words of whoever acted stand, as a JSON pointer. */
export const QUOTE = '/quote'

type Part = Pick<ActivityPersonalTable, 'path'> & { value: string; salt: string }
type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an entry holds in place of a personal value: the SHA-256 of its salt and the value as canonical JSON. */
export const commitmentOf = (salt: string, value: string): string =>
  createHash('sha256')
    .update(salt + value)
    .digest('hex')

/** The commitment that stands here, if one does. */
const commitmentIn = (value: unknown): string | undefined =>
  isObject(value) && typeof value.commitment === 'string' ? value.commitment : undefined

/**
 * What an entry about this kind of thing says, parted: its details with a commitment in place of each personal value, and
 * those values by their place, each with a salt by chance, so that nobody can guess a value from its commitment.
 */
export const withoutPersonal = (kind: string, details: Fields): { details: Fields; parts: Part[] } => {
  const parts: Part[] = []
  const commit = (path: string, given: unknown): unknown => {
    const [salt, value] = [randomBytes(16).toString('hex'), canonicalJson(given)]
    parts.push({ path, value, salt })
    return { commitment: commitmentOf(salt, value) }
  }
  const within = (values: Fields, declared: object, place: string): Fields =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const path = `${place}/${name}`
        const what: unknown =
          path === QUOTE ? 'free text' : isKeyOf(declared, name) ? declared[name] : undefined
        if (what === undefined || value === null || value === undefined) return [name, value]
        return [name, isObject(what) && isObject(value) ? within(value, what, path) : commit(path, value)]
      }),
    )
  return { details: within(details, (isKeyOf(PERSONAL, kind) && PERSONAL[kind]) || {}, ''), parts }
}

/** Every commitment in the details of an entry, by its place. */
export const commitmentsIn = (details: unknown, place = ''): [path: string, commitment: string][] => {
  const commitment = commitmentIn(details)
  if (commitment !== undefined) return [[place, commitment]]
  if (!isObject(details)) return []
  return Object.entries(details).flatMap(([name, value]) => commitmentsIn(value, `${place}/${name}`))
}

const filledIn = (said: unknown, place: string, values: ReadonlyMap<string, string | null>): unknown => {
  if (commitmentIn(said) !== undefined) {
    const value = values.get(place) ?? null
    return value === null ? REMOVED : JSON.parse(value)
  }
  if (!isObject(said)) return said
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, filledIn(value, `${place}/${name}`, values)]),
  )
}

/** What entries of the log said of people as well: of each its details, with what was blanked as the word for that. */
export const detailsOf = async (
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
