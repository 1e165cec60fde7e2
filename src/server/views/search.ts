import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import { ORGANISATION_TYPE_LABELS, type OrganisationType } from '#domain/organisation'
import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS, type RequirementStatus } from '#domain/requirement'
import { ROUND_STATUS_LABELS } from '#domain/round'
import type { Found, ListOf } from '#contract/resource'
import type { Database } from '../store/tables.ts'
import type { ViewContext } from './context.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { projectPage, requirementPage, roundPage } from './next.ts'
import { visibleTo } from './visible.ts'

const MOST_OF_EACH = 50
const LONGEST = 200

/** From which likeness on a mistyped word counts as meant: one letter too many, missing or wrong in an ordinary name. */
const LIKE_ENOUGH = '0.45'

/** What is sought, in the order of the answer: by which columns it tells its status, its round and whose it is. */
const SOUGHT = {
  project: { status: 'status', round: 'roundId', owner: 'supplierId' },
  requirement: { status: 'status', round: 'roundId', owner: 'buyerId' },
  organisation: { status: 'type', round: null, owner: null },
  projectGroup: { status: null, round: 'roundId', owner: 'supplierId' },
  requirementGroup: { status: null, round: 'roundId', owner: 'buyerId' },
  round: { status: 'status', round: 'id', owner: null },
} as const
type Sought = keyof typeof SOUGHT

/** The organisation, or for rounds the market, by whose name a thing is found besides its own. */
const BEHIND = {
  project: ['supplierId', 'organisation'],
  requirement: ['buyerId', 'organisation'],
  projectGroup: ['supplierId', 'organisation'],
  requirementGroup: ['buyerId', 'organisation'],
  round: ['marketId', 'market'],
} as const

interface Term {
  text: string
  pattern: string
  /** Also names that are like it: asked only where none has it, since that takes far longer. */
  isLoose: boolean
}

const isNamed = (name: RawBuilder<unknown>, { text, pattern, isLoose }: Term): RawBuilder<SqlBool> =>
  isLoose ? sql<SqlBool>`${name} %> ${text}` : sql<SqlBool>`${name} ilike ${pattern}`

const isFound = (kind: Sought, term: Term): Expression<SqlBool> => {
  const own = isNamed(sql.ref(`${kind}.name`), term)
  if (kind === 'organisation' && term.isLoose) return own
  if (kind === 'organisation')
    return sql<SqlBool>`(${own} or lower(${sql.ref('organisation.csvId')}) = lower(${term.text}))`
  const [column, table] = BEHIND[kind]
  return sql<SqlBool>`(${own} or ${sql.ref(`${kind}.${column}`)} = any(array(
    select ${sql.ref('id')} from ${sql.table(table)} where ${isNamed(sql.ref('name'), term)})))`
}

// The name itself first, then what begins with the term, what has it inside, and what is like it.
const rank = (name: RawBuilder<unknown>, { text, pattern }: Term): RawBuilder<number> => sql<number>`
  (case when lower(${name}) = lower(${text}) then 3
    when ${name} ilike ${pattern.slice(1)} then 2
    when ${name} ilike ${pattern} then 1 else 0 end)::float8 + word_similarity(${text}, ${name})`

/** A thing that was found, and how many of its kind were found in all. */
interface Hit {
  kind: Sought
  id: string
  name: string
  status: string | null
  roundId: string | null
  ownerId: string | null
  total: number
}

const hitsOf = (kind: Sought, place: number, term: Term, reader: Actor): RawBuilder<unknown> => {
  const { status, round, owner } = SOUGHT[kind]
  const column = (name: string | null) => (name === null ? sql`null` : sql.ref(`${kind}.${name}`))
  const likeness = rank(sql.ref(`${kind}.name`), term)
  return sql`(select ${sql.lit(kind)} as kind, id, name, ${column(status)} as status, ${column(round)} as round_id,
      ${column(owner)} as owner_id, count(*) over () as total, ${likeness} as likeness, ${sql.lit(place)} as place
    from ${sql.table(kind)} where ${visibleTo(kind, reader)} and ${isFound(kind, term)}
    order by likeness desc, lower(name), id limit ${MOST_OF_EACH})`
}

/** What has the term in its name: everything in one statement. */
const find = async (db: Kysely<Database>, term: Term, reader: Actor): Promise<Hit[]> => {
  const kinds = Object.keys(SOUGHT) as Sought[]
  const { rows } = await sql<Hit>`
    select * from (${sql.join(
      kinds.map((kind, place) => hitsOf(kind, place, term, reader)),
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

const ORGANISATION_PAGES = { OPER: 'operators', PARTICIPANT: 'participants', LPA: 'lpas', AGENT: 'agencies' }

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
  const where = ({ roundId, ownerId }: Hit): string => {
    const { market, name } = round(roundId!)
    return `${named(owner, ownerId!).name}, ${market}, ${name}`
  }
  const told = (hit: Hit): Pick<Found, 'status' | 'detail' | 'link'> => {
    switch (hit.kind) {
      case 'project':
        return {
          status: PROJECT_STATUS_LABELS[hit.status as ProjectStatus],
          detail: where(hit),
          link: projectPage(hit.id),
        }
      case 'requirement':
        return {
          status: REQUIREMENT_STATUS_LABELS[hit.status as RequirementStatus],
          detail: where(hit),
          link: requirementPage(hit.id),
        }
      case 'organisation': {
        const type = hit.status as OrganisationType
        return {
          status: null,
          detail: ORGANISATION_TYPE_LABELS[type],
          link: `/${ORGANISATION_PAGES[type]}/${hit.id}`,
        }
      }
      case 'projectGroup':
        return { status: null, detail: where(hit), link: `/project-group/${hit.id}` }
      case 'requirementGroup':
        return { status: null, detail: where(hit), link: `/credit-requirement-group/${hit.id}` }
      case 'round': {
        const its = round(hit.id)
        return { status: ROUND_STATUS_LABELS[its.status], detail: its.market, link: roundPage(its) }
      }
    }
  }
  const totals = new Map(hits.map(({ kind, total }) => [kind, total]))
  return {
    items: hits.map(hit => ({ id: hit.id, name: hit.name, kind: hit.kind, ...told(hit) })),
    total: [...totals.values()].reduce((sum, total) => sum + total, 0),
    next: null,
    actions: [],
  }
}
