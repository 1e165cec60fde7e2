import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import type { AnyNoun, SearchCard } from '#contract/noun'
import { NOUNS, pageOf, statusCard, statusLabel } from '#contract/nouns'
import type { StoredKind } from '#domain/entities'
import { ORGANISATION_TYPE_LABELS, ORGANISATION_TYPES } from '#domain/organisation'
import type { Found, ListOf } from '#contract/resource'
import type { Database } from '../store/tables.ts'
import type { ViewContext } from './context.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { visibleTo } from './visible.ts'

const MOST_OF_EACH = 50
const LONGEST = 200

/** From which likeness on a mistyped word counts as meant: one letter too many, missing or wrong in an ordinary name. */
const LIKE_ENOUGH = '0.45'

type Sought = AnyNoun & { search: SearchCard }

const isSought = (noun: AnyNoun): noun is Sought => noun.search !== undefined

/** What is sought, in the order of the answer. */
const SOUGHT = Object.values<AnyNoun>(NOUNS)
  .filter(isSought)
  .toSorted((one, other) => one.search.place - other.search.place)

interface Term {
  text: string
  pattern: string
  /** Also names that are like it: asked only where none has it, since that takes far longer. */
  isLoose: boolean
}

const isNamed = (name: RawBuilder<unknown>, { text, pattern, isLoose }: Term): RawBuilder<SqlBool> =>
  isLoose ? sql<SqlBool>`${name} %> ${text}` : sql<SqlBool>`${name} ilike ${pattern}`

const isFound = ({ kind, search: { behind, code } }: Sought, term: Term): Expression<SqlBool> => {
  const own = isNamed(sql.ref(`${kind}.name`), term)
  if (behind) {
    const [column, table] = behind
    return sql<SqlBool>`(${own} or ${sql.ref(`${kind}.${column}`)} = any(array(
      select ${sql.ref('id')} from ${sql.table(table)} where ${isNamed(sql.ref('name'), term)})))`
  }
  return code && !term.isLoose
    ? sql<SqlBool>`(${own} or lower(${sql.ref(`${kind}.${code}`)}) = lower(${term.text}))`
    : own
}

// The name itself first, then what begins with the term, what has it inside, and what is like it.
const rank = (name: RawBuilder<unknown>, { text, pattern }: Term): RawBuilder<number> => sql<number>`
  (case when lower(${name}) = lower(${text}) then 3
    when ${name} ilike ${pattern.slice(1)} then 2
    when ${name} ilike ${pattern} then 1 else 0 end)::float8 + word_similarity(${text}, ${name})`

/** A thing that was found, and how many of its kind were found in all. */
interface Hit {
  kind: StoredKind
  id: string
  name: string
  status: string | null
  roundId: string | null
  ownerId: string | null
  total: number
}

const hitsOf = (noun: Sought, place: number, term: Term, reader: Actor): RawBuilder<unknown> => {
  const {
    kind,
    owner,
    search: { status, round },
  } = noun
  const column = (name: string | undefined) => (name === undefined ? sql`null` : sql.ref(`${kind}.${name}`))
  const likeness = rank(sql.ref(`${kind}.name`), term)
  return sql`(select ${sql.lit(kind)} as kind, id, name, ${column(status)} as status, ${column(round)} as round_id,
      ${column(owner)} as owner_id, count(*) over () as total, ${likeness} as likeness, ${sql.lit(place)} as place
    from ${sql.table(kind)} where ${visibleTo(kind, reader)} and ${isFound(noun, term)}
    order by likeness desc, lower(name), id limit ${MOST_OF_EACH})`
}

/** What has the term in its name: everything in one statement. */
const find = async (db: Kysely<Database>, term: Term, reader: Actor): Promise<Hit[]> => {
  const { rows } = await sql<Hit>`
    select * from (${sql.join(
      SOUGHT.map((noun, place) => hitsOf(noun, place, term, reader)),
      sql` union all `,
    )}) as hit order by place, likeness desc, lower(name), id`.execute(db)
  return rows
}

// To look at a name for its likeness costs far more than the database reckons, so that it must be told to use the index.
const findLike = (db: Kysely<Database>, term: Term, reader: Actor): Promise<Hit[]> =>
  db.transaction().execute(async tx => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${LIKE_ENOUGH}, true),
      set_config('enable_seqscan', 'off', true)`.execute(tx)
    return find(tx, { ...term, isLoose: true }, reader)
  })

/** Everything this reader may see whose name, or whose owner's name, is the term or like it; kind by kind, the likest first. */
export const search = async (text: string, reader: Actor, { db }: ViewContext): Promise<ListOf<Found>> => {
  const said = text.trim().replaceAll('\0', '').slice(0, LONGEST)
  if (said === '') return { items: [], total: 0, next: null, actions: [] }
  const term: Term = {
    isLoose: false,
    text: said,
    pattern: `%${said.replace(/[\\%_]/g, sign => `\\${sign}`)}%`,
  }
  const exactly = await find(db, term, reader)
  const hits = exactly.length > 0 ? exactly : await findLike(db, term, reader)
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
  const totals = new Map(hits.map(({ kind, total }) => [kind, total]))
  return {
    items: hits.map(foundIn),
    total: [...totals.values()].reduce((sum, total) => sum + total, 0),
    next: null,
    actions: [],
  }
}
