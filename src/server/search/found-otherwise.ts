import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { StoredKind } from '#domain/disclosure/entities'
import type { Database } from '../store/tables/tables.ts'
import { searchNamesBeginningWith, escapeLike, countAlphanumerics, MIN_NAME_SIMILARITY } from './found-by.ts'

/** A match of the text by something other than the name of an item. */
export interface NonNameMatch {
  kind: StoredKind
  /** Selects the rows of the kind's table, along an index. */
  where: RawBuilder<SqlBool>
  /** The reason for the match, in words for the reader. */
  why: RawBuilder<string>
  /** The order of an index, if there can be many rows. */
  order?: RawBuilder<unknown>
  /** True if the text identifies one row. */
  isWhole?: true
}

/** Columns other than names that identify items of a kind. */
interface KnownColumns {
  kind: StoredKind
  code?: string
  references?: readonly (readonly [column: string, called: string])[]
  grid?: string
  places?: readonly (readonly [column: string, kind: StoredKind])[]
}

interface Place {
  kind: StoredKind
  id: string
  why: string
}

/** A text that matches more places than this is too unspecific. */
const MOST_PLACES = 20

const lower = (column: RawBuilder<unknown>) => sql<string>`lower(${column})`

const isDigit = /\p{N}/u

/**
 * Places in the settings that a text matches: squares of the national grid that it names, and catchments, character
 * areas and planning authorities whose names contain it. These tables have hundreds of rows, whatever the size of the
 * market.
 */
const placesOf = async (
  typed: string,
  db: Kysely<Database>,
): Promise<{ square: string | null; places: Place[] }> => {
  const inside = `%${escapeLike(typed)}%`
  const said = (...names: string[]) =>
    sql.join(
      names.map(name => sql`lower(${sql.ref(name)}) like lower(${inside})`),
      sql` or `,
    )
  const all = sql`
    select 'subcatchment' as kind, id, 'Catchment: ' || name || case when ${said('name')} then '' else ', ' || catchment end as why
      from subcatchment where ${said('name', 'catchment')}
    union all select 'nca', id, 'Character area: ' || name from nca
      where ${said('name')} or lower(id) = replace(lower(${typed}), ' ', '')
    union all select 'lpa', id, 'Planning authority: ' || name from lpa where ${said('name', 'full_name')}`
  const { rows } = await sql<{ square: string | null; places: Place[] }>`
    select grid_square(${typed}) as square, ${
      countAlphanumerics(typed) < 3
        ? sql`'[]'::jsonb`
        : sql`coalesce((select jsonb_agg(place) from (select * from (${all}) as one order by length(why), why
            limit ${MOST_PLACES}) as place), '[]')`
    } as places`.execute(db)
  return rows[0]!
}

/** Places that a mistyped text may mean: only the most similar names. */
const placesLike = async (typed: string, db: Kysely<Database>): Promise<Place[]> => {
  if (countAlphanumerics(typed) < 3) return []
  const { rows } = await sql<Place>`
    select kind, id, 'A place with a name like it: ' || what || name as why from (
      select *, rank() over (order by nearness desc) as place from (
        select *, word_similarity(lower(${typed}), lower(name)) as nearness from (
          select 'subcatchment' as kind, id, 'catchment ' as what, name from subcatchment
          union all select 'nca', id, 'character area ', name from nca
          union all select 'lpa', id, 'planning authority ', name from lpa) as named) as near
      where nearness >= ${MIN_NAME_SIMILARITY}) as ranked
    where place = 1 limit ${MOST_PLACES}`.execute(db)
  return rows
}

/**
 * Coarser grid squares that contain a square, from 1 km on, so that items located to a kilometre or finer are found by
 * finer squares. Searches may name squares from 100 km on.
 */
const coarser = (square: string): string[] =>
  Array.from({ length: Math.max(0, square.length / 2 - 3) }, (_, at) => square.slice(0, 6 + 2 * at))

/** Search matches by other fields than the name (such as numbers), for the kinds that have them. */
export const findNonNameMatches = async (
  typed: string,
  kinds: readonly KnownColumns[],
  db: Kysely<Database>,
): Promise<NonNameMatch[]> => {
  const { square, places } = await placesOf(typed, db)
  const isReference = isDigit.test(typed) && countAlphanumerics(typed) >= 3
  return kinds.flatMap(({ kind, code, references = [], grid, places: columns = [] }): NonNameMatch[] => {
    const its = (column: string) => sql.ref<string>(`${kind}.${column}`)
    const known: NonNameMatch[] = []
    if (code)
      known.push({
        kind,
        where: sql<SqlBool>`${lower(its(code))} = lower(${typed})`,
        why: sql`'CSV ID ' || ${its(code)}`,
        isWhole: true,
      })
    if (isReference)
      for (const [reference, called] of references)
        known.push({
          kind,
          where: sql<SqlBool>`${lower(its(reference))} like lower(${`%${escapeLike(typed)}%`})`,
          why: sql`${`${called} `}::text || ${its(reference)}`,
        })
    if (grid && square !== null) {
      const itsSquare = sql<string>`grid_square(${its(grid)})`
      const why = sql<string>`'Grid reference ' || ${its(grid)}`
      known.push({
        kind,
        where: searchNamesBeginningWith(itsSquare, sql`${square}`),
        why,
        order: sql`${itsSquare} using ~<~`,
      })
      if (coarser(square).length > 0)
        known.push({ kind, where: sql<SqlBool>`${itsSquare} = any(${coarser(square)}::text[])`, why })
    }
    return [...known, ...findItemsInPlaces({ kind, places: columns }, places)]
  })
}

/** Matches of items in some places of the settings. */
export const findItemsInPlaces = (
  { kind, places: columns = [] }: KnownColumns,
  places: readonly Place[],
): NonNameMatch[] => {
  const its = (column: string) => sql.ref<string>(`${kind}.${column}`)
  return columns.flatMap(([column, of]) =>
    places
      .filter(place => place.kind === of)
      .map(place => ({
        kind,
        where: sql<SqlBool>`${its(column)} = ${place.id}`,
        why: sql`${place.why}::text`,
        order: sql`${lower(its('name'))}, ${its('id')}`,
      })),
  )
}

/** Matches of items by places whose name may have been mistyped. */
export const findItemsByFuzzyPlace = async (
  typed: string,
  kinds: readonly KnownColumns[],
  db: Kysely<Database>,
): Promise<NonNameMatch[]> => {
  const places = await placesLike(typed, db)
  return kinds.flatMap(kind => findItemsInPlaces(kind, places))
}
