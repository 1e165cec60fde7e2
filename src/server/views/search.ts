import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import type { SearchAnswer } from '#contract/home'
import type { AnyNoun, SearchCard } from '#contract/noun'
import { NOUNS, pageOf, statusCard, statusLabel } from '#contract/nouns'
import { readsAll } from '#contract/read-access'
import type { Found } from '#contract/resource'
import type { StoredKind } from '#domain/entities'
import { ORGANISATION_TYPE_LABELS, ORGANISATION_TYPES } from '#domain/organisation'
import type { Database } from '../store/tables.ts'
import type { ViewContext } from './context.ts'
import { beginsWith, bearing, mistyped, type Sought } from './found-by.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { inReachOf, visibleTo } from './visible.ts'

const MOST_OF_EACH = 50
const LONGEST = 200

/** How many of a kind are looked at and counted; where there are more, the nearest are among them all the same. */
const MOST_COUNTED = 500

type Searched = AnyNoun & { search: SearchCard }

const isSearched = (noun: AnyNoun): noun is Searched => noun.search !== undefined

/** What is searched, in the order of the answer. */
const SEARCHED = Object.values<AnyNoun>(NOUNS)
  .filter(isSearched)
  .toSorted((one, other) => one.search.place - other.search.place)

/** A thing that was found, and how many of its kind were counted. */
interface Hit {
  kind: StoredKind
  id: string
  name: string
  status: string | null
  roundId: string | null
  ownerId: string | null
  counted: number
}

const ENTRY = sql.table('searchEntry')
const ITS_NAME = sql.ref('entry.name')

// A code that is the text, whole and whatever its capitals; only the kind that has one is asked.
const coded = (
  { kind, search: { code } }: Searched,
  { text, isWordOf }: Sought,
): RawBuilder<SqlBool> | null =>
  code && isWordOf ? sql<SqlBool>`lower(${sql.ref(`${kind}.${code}`)}) = ${text}` : null

/** The name itself or its code first, then what begins with the text, what has it inside, and what belongs to who bears it. */
const nearness = (
  { text }: Sought,
  own: RawBuilder<unknown>,
  isCoded: RawBuilder<unknown>,
): RawBuilder<number> =>
  sql<number>`(case when ${ITS_NAME} = ${text} or ${isCoded} then 3 when starts_with(${ITS_NAME}, ${text}) then 2
    when ${own} then 1 else 0 end)::float8 + word_similarity(${text}, ${ITS_NAME})`

/** What a reader of all finds of a kind: a bounded number of candidates, whatever the market's size. */
const amongAll = (noun: Searched, sought: Sought): RawBuilder<unknown> => {
  const {
    kind,
    search: { behind },
  } = noun
  const { text, isIn, isWordOf } = sought
  const entries = sql`select entry.id, entry.name from ${ENTRY} as entry where entry.kind = ${sql.lit(kind)} and`
  const most = sql.lit(MOST_COUNTED + 1)
  const isCrowded = sql`(select count(*) from inside) = ${most}`
  const isCoded = coded(noun, sought)
  const candidates = [
    sql`select id, name, 1 as own from inside`,
    sql`select *, 1 from (${entries} ${beginsWith(ITS_NAME, text)} and ${isCrowded}
      order by entry.name using ~<~ limit ${sql.lit(MOST_OF_EACH)}) as beginning`,
    ...(isWordOf
      ? [sql`select *, 1 from (${entries} ${isWordOf(ITS_NAME)} and ${isCrowded} limit ${most}) as word`]
      : []),
    ...(isCoded ? [sql`select id, lower(name), 2 from ${sql.table(kind)} where ${isCoded}`] : []),
    ...(behind
      ? [
          sql`select * from (select its.id, its.name, 0 from owner cross join lateral
            (${entries} entry.owner_id = owner.id and not ${isIn(ITS_NAME)} order by entry.name) as its limit ${most}) as theirs`,
        ]
      : []),
  ]
  return sql`(with inside as materialized (${entries} ${isIn(ITS_NAME)} limit ${most}),
      entry as (select id, name, max(own) as own from (${sql.join(candidates, sql` union all `)}) as candidate group by id, name)
    select id, count(*) over () as counted, ${nearness(sought, sql`own = 1`, sql`own = 2`)} as near
    from entry order by near desc, name, id limit ${sql.lit(MOST_OF_EACH)})`
}

/** What any other reader finds of a kind: among what is theirs to read, which is as much as they have, not as the market has. */
const amongTheirs = (noun: Searched, sought: Sought, reader: Actor): RawBuilder<unknown> => {
  const {
    kind,
    search: { behind },
  } = noun
  const own = sought.isIn(ITS_NAME)
  const isCoded = coded(noun, sought) ?? sql<SqlBool>`false`
  const owner = (more: RawBuilder<unknown>) =>
    sql`from ${ENTRY} as owner where owner.kind = ${sql.lit(behind?.[1])} and ${more}`
  const ownersName = sought.isIn(sql.ref('owner.name'))
  const isBehind = sought.isIndexed
    ? sql<SqlBool>`entry.owner_id = any(array(select owner.id ${owner(ownersName)}))`
    : sql<SqlBool>`coalesce((select ${ownersName} ${owner(sql`owner.id = entry.owner_id`)}), false)`
  return sql`(select entry.id, count(*) over () as counted, ${nearness(sought, own, isCoded)} as near
    from ${ENTRY} as entry join ${sql.table(kind)} on ${sql.ref(`${kind}.id`)} = entry.id
    where entry.kind = ${sql.lit(kind)} and ${inReachOf(kind, reader)} and ${visibleTo(kind, reader)}
      and (${own} or ${behind ? isBehind : sql`false`} or ${isCoded}))`
}

const hitsOf = (noun: Searched, place: number, sought: Sought, reader: Actor): RawBuilder<unknown> => {
  const {
    kind,
    owner,
    search: { status, round },
  } = noun
  const column = (name: string | undefined) => (name === undefined ? sql`null` : sql.ref(`${kind}.${name}`))
  return sql`(select ${sql.lit(kind)} as kind, ${column('id')} as id, ${column('name')} as name, ${column(status)} as status,
      ${column(round)} as round_id, ${column(owner)} as owner_id, counted, near, ${sql.lit(place)} as place
    from ${readsAll(reader) ? amongAll(noun, sought) : amongTheirs(noun, sought, reader)} as candidate
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
const find = (db: Kysely<Database>, sought: Sought, reader: Actor): Promise<Hit[]> =>
  db.transaction().execute(async trx => {
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(trx)
    const { rows } = await sql<Hit>`
      ${readsAll(reader) ? sql`with owner as (${behindAll(sought)})` : sql``}
      select * from (${sql.join(
        SEARCHED.map((noun, place) => hitsOf(noun, place, sought, reader)),
        sql` union all `,
      )}) as hit order by place, near desc, lower(name), id`.execute(trx)
    return rows
  })

const findLike = async (db: Kysely<Database>, text: string, reader: Actor): Promise<Hit[]> => {
  for (const sought of await mistyped(text, readsAll(reader) ? 'many' : 'few', db)) {
    const hits = await find(db, sought, reader)
    if (hits.length > 0) return hits
  }
  return []
}

/**
 * What this reader may see whose name, or whose owner's name, has the text in it or, where none has, is like it: kind by kind,
 * the nearest first.
 */
export const search = async (text: string, reader: Actor, { db }: ViewContext): Promise<SearchAnswer> => {
  const said = text.trim().replaceAll('\0', '').slice(0, LONGEST)
  if (said === '') return { items: [], total: 0, isMore: false, next: null, actions: [] }
  const exactly = await find(db, bearing(said), reader)
  const hits = exactly.length > 0 ? exactly : await findLike(db, said, reader)
  const round = await roundsOf(
    db,
    hits.flatMap(hit => hit.roundId ?? []),
  )
  const owner = await namesOf(
    db,
    'organisation',
    hits.map(hit => hit.ownerId),
  )
  const detailOf = ({ kind, status, roundId, ownerId }: Hit): string => {
    if (kind === 'organisation')
      return ORGANISATION_TYPES.filter(type => type === status)
        .map(type => ORGANISATION_TYPE_LABELS[type])
        .join('')
    const its = round(roundId ?? '')
    return kind === 'round' ? its.market : `${named(owner, ownerId ?? '').name}, ${its.market}, ${its.name}`
  }
  const foundIn = (hit: Hit): Found => {
    const { kind, id, name, status, roundId } = hit
    const type = ORGANISATION_TYPES.find(one => one === status)
    const marketId = kind === 'round' && roundId !== null ? round(roundId).marketId : undefined
    return {
      id,
      name,
      kind,
      status: status !== null && statusCard(kind, status) ? statusLabel(kind, status) : null,
      detail: detailOf(hit),
      link: pageOf(kind, { id, marketId, type }) ?? '/',
    }
  }
  const counts = [...new Map(hits.map(({ kind, counted }) => [kind, counted])).values()]
  return {
    items: hits.map(foundIn),
    total: counts.reduce((sum, count) => sum + Math.min(count, MOST_COUNTED), 0),
    isMore: counts.some(count => count > MOST_COUNTED),
    next: null,
    actions: [],
  }
}
