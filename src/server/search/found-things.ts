import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { AnyNoun, SearchCard } from '#contract/kit/noun'
import { NOUNS } from '#contract/nouns/nouns'
import { mayReadAll } from '#contract/nouns/read-access'
import type { SearchHit } from '#contract/kit/resource'
import type { StoredKind } from '#domain/disclosure/entities'
import type { Database } from '../store/tables/tables.ts'
import {
  searchNamesBeginningWith,
  searchNamesContaining,
  listFuzzySearches,
  type NameSearch,
} from './found-by.ts'
import { type NonNameMatch, findNonNameMatches, findItemsByFuzzyPlace } from './found-otherwise.ts'
import { reachableByActorSql, visibleToActorSql } from '../views/kit/visible.ts'

/** Items of a kind that an answer shows. */
export const MAX_SHOWN_HITS_PER_KIND = 50

/** Items of a kind that are ranked and counted; the nearest are always among them. */
export const MAX_COUNTED_HITS_PER_KIND = 500

type Searched = AnyNoun & { search: SearchCard }

const isSearched = (noun: AnyNoun): noun is Searched => noun.search !== undefined

/** Kinds that are searched, in the order of the answer. */
const SEARCHED = Object.values<AnyNoun>(NOUNS)
  .filter(isSearched)
  .toSorted((one, other) => one.search.place - other.search.place)

const SEARCHED_AS = SEARCHED.map(({ kind, search }) => ({ kind, ...search }))

/** Hits of one kind: those shown, and the number counted. */
export interface SearchHitsOfKind {
  items: SearchHit[]
  counted: number
}

/** A hit with its reason, and the number of hits of its kind. */
export interface RankedHit {
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

/** Ways to match, the most certain first: an exact identifier, its name, a place or reference, its owner. */
const [WHOLE, NAMED, KNOWN, BEHIND] = [0, 1, 2, 3].map(way => sql.lit(way))

const whyNamed = ({ isMistyped }: NameSearch) => sql.lit(isMistyped ? 'Similar name' : 'Name')

const whyBehind = (kind: StoredKind | undefined) =>
  sql.lit(kind === 'market' ? 'Name of the market' : 'Name of the owner')

const wayOf = ({ isWhole }: NonNameMatch) => (isWhole ? WHOLE : KNOWN)

/**
 * Rank of a hit: identifiers and equal names first, then names that begin with the text, names that contain it and
 * other references, and last owners' names; similarity decides among equals.
 */
const nearness = ({ text }: NameSearch, way: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when ${ITS_NAME} = ${text} or ${way} = ${WHOLE} then 3 when starts_with(${ITS_NAME}, ${text}) then 2
    when ${way} < ${BEHIND} then 1 else 0 end)::float8 + word_similarity(${text}, ${ITS_NAME})`

/**
 * Hits of one kind for a reader who sees everything: a bounded number of candidates, whatever the size of the market.
 */
const amongAll = (
  noun: Searched,
  sought: NameSearch,
  known: readonly NonNameMatch[],
): RawBuilder<unknown> => {
  const {
    kind,
    search: { behind },
  } = noun
  const { text, isIn, isWordOf } = sought
  const entries = sql`select entry.id, entry.name from ${ENTRY} as entry where entry.kind = ${sql.lit(kind)} and`
  const most = sql.lit(MAX_COUNTED_HITS_PER_KIND + 1)
  const isCrowded = sql`(select count(*) from inside) = ${most}`
  const isNamed = sql`${NAMED}, ${whyNamed(sought)}`
  const candidates = [
    sql`select id, name, ${NAMED} as way, ${whyNamed(sought)} as why from inside`,
    sql`select *, ${isNamed} from (${entries} ${searchNamesBeginningWith(ITS_NAME, text)} and ${isCrowded}
      order by entry.name using ~<~ limit ${sql.lit(MAX_SHOWN_HITS_PER_KIND)}) as beginning`,
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
    from entry order by near desc, name, id limit ${sql.lit(MAX_SHOWN_HITS_PER_KIND)})`
}

/**
 * Hits of one kind for any other reader: among the rows they may read, which are as many as they have, not as the
 * market has.
 */
const amongTheirs = (
  noun: Searched,
  sought: NameSearch,
  known: readonly NonNameMatch[],
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
    where entry.kind = ${sql.lit(kind)} and ${reachableByActorSql(kind, reader)} and ${visibleToActorSql(kind, reader)})`
}

const hitsOf = (
  noun: Searched,
  place: number,
  sought: NameSearch,
  all: readonly NonNameMatch[],
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
    from ${mayReadAll(reader) ? amongAll(noun, sought, known) : amongTheirs(noun, sought, known, reader)} as candidate
    join ${sql.table(kind)} on ${column('id')} = candidate.id
    order by near desc, lower(${column('name')}), ${column('id')} limit ${sql.lit(MAX_SHOWN_HITS_PER_KIND)})`
}

/** Owners and markets whose names match the search. */
const behindAll = (sought: NameSearch): RawBuilder<unknown> =>
  sql.join(
    [...new Set(SEARCHED.flatMap(({ search: { behind } }) => (behind ? [behind[1]] : [])))].map(
      kind => sql`(select entry.id from ${ENTRY} as entry where entry.kind = ${sql.lit(kind)} and ${sought.isIn(ITS_NAME)}
        order by entry.name limit ${sql.lit(MAX_COUNTED_HITS_PER_KIND)})`,
    ),
    sql` union all `,
  )

/**
 * All hits of a search in one statement. It is planned once and not for each text, since the number of rows it reads
 * is bounded in any case.
 */
const find = (
  db: Kysely<Database>,
  sought: NameSearch,
  known: readonly NonNameMatch[],
  reader: Actor,
): Promise<RankedHit[]> =>
  db.transaction().execute(async trx => {
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(trx)
    const { rows } = await sql<RankedHit>`
      ${mayReadAll(reader) ? sql`with owner as (${behindAll(sought)})` : sql``}
      select * from (${sql.join(
        SEARCHED.map((noun, place) => hitsOf(noun, place, sought, known, reader)),
        sql` union all `,
      )}) as hit order by place, near desc, lower(name), id`.execute(trx)
    return rows
  })

/** Items with a name similar to a mistyped text; if there are none, items in a place with a similar name. */
export const findItemsByFuzzyName = async (
  text: string,
  reader: Actor,
  db: Kysely<Database>,
): Promise<RankedHit[]> => {
  for (const sought of await listFuzzySearches(text, mayReadAll(reader) ? 'many' : 'few', db)) {
    const hits = await find(db, sought, [], reader)
    if (hits.length > 0) return hits
  }
  const known = await findItemsByFuzzyPlace(text, SEARCHED_AS, db)
  return known.length === 0 ? [] : find(db, searchNamesContaining(text), known, reader)
}

/** Items that this reader may see and whose name, owner or reference matches the text. */
export const searchItems = async (
  said: string,
  reader: Actor,
  db: Kysely<Database>,
): Promise<RankedHit[]> => {
  return find(db, searchNamesContaining(said), await findNonNameMatches(said, SEARCHED_AS, db), reader)
}
