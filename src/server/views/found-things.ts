import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import type { AnyNoun, SearchCard } from '#contract/noun'
import { NOUNS } from '#contract/nouns'
import { readsAll } from '#contract/read-access'
import type { Found } from '#contract/resource'
import type { StoredKind } from '#domain/entities'
import type { Database } from '../store/tables.ts'
import { beginsWith, bearing, mistyped, type Sought } from './found-by.ts'
import { type Known, knownAs, knownNearly } from './found-otherwise.ts'
import { inReachOf, visibleTo } from './visible.ts'

/** How many of a kind an answer shows. */
export const MOST_OF_EACH = 50

/** How many of a kind are looked at and counted; where there are more, the nearest are among them all the same. */
export const MOST_COUNTED = 500

type Searched = AnyNoun & { search: SearchCard }

const isSearched = (noun: AnyNoun): noun is Searched => noun.search !== undefined

/** What is searched, in the order of the answer. */
const SEARCHED = Object.values<AnyNoun>(NOUNS)
  .filter(isSearched)
  .toSorted((one, other) => one.search.place - other.search.place)

const SEARCHED_AS = SEARCHED.map(({ kind, search }) => ({ kind, ...search }))

/** Found of one kind: those that are shown, and how many were counted. */
export interface FoundOfKind {
  items: Found[]
  counted: number
}

/** A thing that was found, by what, and how many of its kind were counted. */
export interface Hit {
  kind: StoredKind
  id: string
  name: string
  status: string | null
  roundId: string | null
  ownerId: string | null
  why: string
  counted: number
}

const ENTRY = sql.table('searchEntry')
const ITS_NAME = sql.ref('entry.name')

/** The ways to be found, the surest first: by what is this one and no other, by its name, by a place or reference, by its owner. */
const [WHOLE, NAMED, KNOWN, BEHIND] = [0, 1, 2, 3].map(way => sql.lit(way))

const whyNamed = ({ isMistyped }: Sought) => sql.lit(isMistyped ? 'A name like it' : 'Name')

const whyBehind = (kind: StoredKind | undefined) =>
  sql.lit(kind === 'market' ? 'Name of its market' : 'Name of its owner')

const wayOf = ({ isWhole }: Known) => (isWhole ? WHOLE : KNOWN)

/** What is this one and no other first, then what begins with the text, what has it inside or is known by it, and what belongs to who bears it. */
const nearness = ({ text }: Sought, way: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when ${ITS_NAME} = ${text} or ${way} = ${WHOLE} then 3 when starts_with(${ITS_NAME}, ${text}) then 2
    when ${way} < ${BEHIND} then 1 else 0 end)::float8 + word_similarity(${text}, ${ITS_NAME})`

/** What a reader of all finds of a kind: a bounded number of candidates, whatever the market's size. */
const amongAll = (noun: Searched, sought: Sought, known: readonly Known[]): RawBuilder<unknown> => {
  const {
    kind,
    search: { behind },
  } = noun
  const { text, isIn, isWordOf } = sought
  const entries = sql`select entry.id, entry.name from ${ENTRY} as entry where entry.kind = ${sql.lit(kind)} and`
  const most = sql.lit(MOST_COUNTED + 1)
  const isCrowded = sql`(select count(*) from inside) = ${most}`
  const isNamed = sql`${NAMED}, ${whyNamed(sought)}`
  const candidates = [
    sql`select id, name, ${NAMED} as way, ${whyNamed(sought)} as why from inside`,
    sql`select *, ${isNamed} from (${entries} ${beginsWith(ITS_NAME, text)} and ${isCrowded}
      order by entry.name using ~<~ limit ${sql.lit(MOST_OF_EACH)}) as beginning`,
    ...(isWordOf
      ? [
          sql`select *, ${isNamed} from (${entries} ${isWordOf(ITS_NAME)} and ${isCrowded} limit ${most}) as word`,
        ]
      : []),
    ...known.map(
      one => sql`(select id, lower(name), ${wayOf(one)}, ${one.why} from ${sql.table(kind)} where ${one.where}
        ${one.order ? sql`order by ${one.order}` : sql``} limit ${most})`,
    ),
    ...(behind
      ? [
          sql`select *, ${BEHIND}, ${whyBehind(behind[1])} from (select its.id, its.name from owner cross join lateral
            (${entries} entry.owner_id = owner.id and not ${isIn(ITS_NAME)} order by entry.name) as its limit ${most}) as theirs`,
        ]
      : []),
  ]
  return sql`(with inside as materialized (${entries} ${isIn(ITS_NAME)} limit ${most}),
      entry as (select distinct on (id) * from (${sql.join(candidates, sql` union all `)}) as candidate order by id, way)
    select id, count(*) over () as counted, ${nearness(sought, sql`way`)} as near, why
    from entry order by near desc, name, id limit ${sql.lit(MOST_OF_EACH)})`
}

/** What any other reader finds of a kind: among what is theirs to read, which is as much as they have, not as the market has. */
const amongTheirs = (
  noun: Searched,
  sought: Sought,
  known: readonly Known[],
  reader: Actor,
): RawBuilder<unknown> => {
  const {
    kind,
    search: { behind },
  } = noun
  const owner = (more: RawBuilder<unknown>) =>
    sql`from ${ENTRY} as owner where owner.kind = ${sql.lit(behind?.[1])} and ${more}`
  const ownersName = sought.isIn(sql.ref('owner.name'))
  const isBehind = sought.isIndexed
    ? sql<SqlBool>`entry.owner_id = any(array(select owner.id ${owner(ownersName)}))`
    : sql<SqlBool>`coalesce((select ${ownersName} ${owner(sql`owner.id = entry.owner_id`)}), false)`
  const ways = [
    ...known.filter(({ isWhole }) => isWhole).map(one => [one.where, WHOLE, one.why] as const),
    [sought.isIn(ITS_NAME), NAMED, whyNamed(sought)] as const,
    ...known.filter(({ isWhole }) => !isWhole).map(one => [one.where, KNOWN, one.why] as const),
    ...(behind ? [[isBehind, BEHIND, whyBehind(behind[1])] as const] : []),
  ]
  const found = sql.join(
    ways.map(([where, way, why]) => sql`select ${way}::int, ${why} where ${where}`),
    sql` union all `,
  )
  return sql`(select entry.id, count(*) over () as counted, ${nearness(sought, sql`way`)} as near, why
    from ${ENTRY} as entry join ${sql.table(kind)} on ${sql.ref(`${kind}.id`)} = entry.id
      cross join lateral (select * from (${found}) as found (way, why) order by way limit 1) as found
    where entry.kind = ${sql.lit(kind)} and ${inReachOf(kind, reader)} and ${visibleTo(kind, reader)})`
}

const hitsOf = (
  noun: Searched,
  place: number,
  sought: Sought,
  all: readonly Known[],
  reader: Actor,
): RawBuilder<unknown> => {
  const known = all.filter(one => one.kind === noun.kind)
  const {
    kind,
    owner,
    search: { status, round },
  } = noun
  const column = (name: string | undefined) => (name === undefined ? sql`null` : sql.ref(`${kind}.${name}`))
  return sql`(select ${sql.lit(kind)} as kind, ${column('id')} as id, ${column('name')} as name, ${column(status)} as status,
      ${column(round)} as round_id, ${column(owner)} as owner_id, counted, near, why, ${sql.lit(place)} as place
    from ${readsAll(reader) ? amongAll(noun, sought, known) : amongTheirs(noun, sought, known, reader)} as candidate
    join ${sql.table(kind)} on ${column('id')} = candidate.id
    order by near desc, lower(${column('name')}), ${column('id')} limit ${sql.lit(MOST_OF_EACH)})`
}

/** Who may stand behind a thing, as far as their names are what is sought. */
const behindAll = (sought: Sought): RawBuilder<unknown> =>
  sql.join(
    [...new Set(SEARCHED.flatMap(({ search: { behind } }) => (behind ? [behind[1]] : [])))].map(
      kind => sql`(select entry.id from ${ENTRY} as entry where entry.kind = ${sql.lit(kind)} and ${sought.isIn(ITS_NAME)}
        order by entry.name limit ${sql.lit(MOST_COUNTED)})`,
    ),
    sql` union all `,
  )

/**
 * What bears or resembles what is sought: everything in one statement, which is planned once and not for each text, since
 * what it may look at is bounded in any case.
 */
const find = (db: Kysely<Database>, sought: Sought, known: readonly Known[], reader: Actor): Promise<Hit[]> =>
  db.transaction().execute(async trx => {
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(trx)
    const { rows } = await sql<Hit>`
      ${readsAll(reader) ? sql`with owner as (${behindAll(sought)})` : sql``}
      select * from (${sql.join(
        SEARCHED.map((noun, place) => hitsOf(noun, place, sought, known, reader)),
        sql` union all `,
      )}) as hit order by place, near desc, lower(name), id`.execute(trx)
    return rows
  })

/** What has a name like a mistyped text; where nothing has, what lies in a place with a name like it. */
export const thingsLike = async (text: string, reader: Actor, db: Kysely<Database>): Promise<Hit[]> => {
  for (const sought of await mistyped(text, readsAll(reader) ? 'many' : 'few', db)) {
    const hits = await find(db, sought, [], reader)
    if (hits.length > 0) return hits
  }
  const known = await knownNearly(text, SEARCHED_AS, db)
  return known.length === 0 ? [] : find(db, bearing(text), known, reader)
}

/** What a reader may see that bears a text in its name or its owner's, or is known by it. */
export const thingsFound = async (said: string, reader: Actor, db: Kysely<Database>): Promise<Hit[]> => {
  return find(db, bearing(said), await knownAs(said, SEARCHED_AS, db), reader)
}
