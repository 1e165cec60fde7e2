import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { StoredKind } from '#domain/entities'
import type { Database } from '../store/tables.ts'
import { beginsWith, escaped, lettersIn, LIKE_ENOUGH } from './found-by.ts'

/** Something by which things of a kind are known besides their names, and that the text says. */
export interface Known {
  kind: StoredKind
  /** Which rows of the kind's table; an index leads to them. */
  where: RawBuilder<SqlBool>
  /** Why one is found, in words for whoever looks. */
  why: RawBuilder<string>
  /** The order of an index, where the rows may be many. */
  order?: RawBuilder<unknown>
  /** It is this one and no other. */
  isWhole?: true
}

/** By which columns things of a kind are known besides their names. */
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

/** More places than this bear a text only where it says next to nothing. */
const MOST_PLACES = 20

const lower = (column: RawBuilder<unknown>) => sql<string>`lower(${column})`

const isDigit = /\p{N}/u

/**
 * What the settings know under a text: the squares of the national grid that it names, and catchments, character areas and
 * planning authorities whose name has it. These tables have hundreds of rows, whatever the market's size.
 */
const placesOf = async (
  typed: string,
  db: Kysely<Database>,
): Promise<{ square: string | null; places: Place[] }> => {
  const inside = `%${escaped(typed)}%`
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
      lettersIn(typed) < 3
        ? sql`'[]'::jsonb`
        : sql`coalesce((select jsonb_agg(place) from (select * from (${all}) as one order by length(why), why
            limit ${MOST_PLACES}) as place), '[]')`
    } as places`.execute(db)
  return rows[0]!
}

/** The places that may have been meant by a mistyped text: of the names like it only the nearest. */
const placesLike = async (typed: string, db: Kysely<Database>): Promise<Place[]> => {
  if (lettersIn(typed) < 3) return []
  const { rows } = await sql<Place>`
    select kind, id, 'A place with a name like it: ' || what || name as why from (
      select *, rank() over (order by nearness desc) as place from (
        select *, word_similarity(lower(${typed}), lower(name)) as nearness from (
          select 'subcatchment' as kind, id, 'catchment ' as what, name from subcatchment
          union all select 'nca', id, 'character area ', name from nca
          union all select 'lpa', id, 'planning authority ', name from lpa) as named) as near
      where nearness >= ${LIKE_ENOUGH}) as ranked
    where place = 1 limit ${MOST_PLACES}`.execute(db)
  return rows
}

/** Squares are looked for from the hundred kilometres on, and what is known to a kilometre or finer is found in finer ones. */
const coarser = (square: string): string[] =>
  Array.from({ length: Math.max(0, square.length / 2 - 3) }, (_, at) => square.slice(0, 6 + 2 * at))

/** By what else than names the things of some kinds are found under a text. */
export const knownAs = async (
  typed: string,
  kinds: readonly KnownColumns[],
  db: Kysely<Database>,
): Promise<Known[]> => {
  const { square, places } = await placesOf(typed, db)
  const isReference = isDigit.test(typed) && lettersIn(typed) >= 3
  return kinds.flatMap(({ kind, code, references = [], grid, places: columns = [] }): Known[] => {
    const its = (column: string) => sql.ref<string>(`${kind}.${column}`)
    const known: Known[] = []
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
          where: sql<SqlBool>`${lower(its(reference))} like lower(${`%${escaped(typed)}%`})`,
          why: sql`${`${called} `}::text || ${its(reference)}`,
        })
    if (grid && square !== null) {
      const itsSquare = sql<string>`grid_square(${its(grid)})`
      const why = sql<string>`'Grid reference ' || ${its(grid)}`
      known.push({
        kind,
        where: beginsWith(itsSquare, sql`${square}`),
        why,
        order: sql`${itsSquare} using ~<~`,
      })
      if (coarser(square).length > 0)
        known.push({ kind, where: sql<SqlBool>`${itsSquare} = any(${coarser(square)}::text[])`, why })
    }
    return [...known, ...inPlaces({ kind, places: columns }, places)]
  })
}

/** What lies in some places of the settings. */
export const inPlaces = ({ kind, places: columns = [] }: KnownColumns, places: readonly Place[]): Known[] => {
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

/** By which places, whose name may have been mistyped, the things of some kinds are found. */
export const knownNearly = async (
  typed: string,
  kinds: readonly KnownColumns[],
  db: Kysely<Database>,
): Promise<Known[]> => {
  const places = await placesLike(typed, db)
  return kinds.flatMap(kind => inPlaces(kind, places))
}
