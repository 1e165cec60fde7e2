import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Entities } from '#domain/entities'
import { ORGANISATION_TYPE_LABELS } from '#domain/organisation'
import { PROJECT_STATUS_LABELS } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS } from '#domain/requirement'
import { ROUND_STATUS_LABELS } from '#domain/round'
import type { Found, ListOf } from '#domain/wire/general'
import type { Database } from '../store/tables.ts'
import type { ViewContext } from './context.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { projectPage, requirementPage, roundPage } from './next.ts'
import { visibleTo } from './visible.ts'

const MOST_OF_EACH = 50
const LONGEST = 200

/** From which likeness on a mistyped word counts as meant: one letter too many, missing or wrong in an ordinary name. */
const LIKE_ENOUGH = '0.45'

type Sought = 'project' | 'requirement' | 'organisation' | 'projectGroup' | 'requirementGroup' | 'round'

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

interface Hits<K extends Sought> {
  rows: Entities[K][]
  total: number
}

const find = async <K extends Sought>(
  db: Kysely<Database>,
  kind: K,
  term: Term,
  reader: Actor,
): Promise<Hits<K>> => {
  const { rows } = await sql<Entities[K] & { total: number }>`
    select ${sql.table(kind)}.*, count(*) over () as total from ${sql.table(kind)}
    where ${visibleTo(kind, reader)} and ${isFound(kind, term)}
    order by ${rank(sql.ref(`${kind}.name`), term)} desc, lower(${sql.ref(`${kind}.name`)}), ${sql.ref(`${kind}.id`)}
    limit ${MOST_OF_EACH}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

const findAll = async (db: Kysely<Database>, term: Term, reader: Actor) => ({
  projects: await find(db, 'project', term, reader),
  requirements: await find(db, 'requirement', term, reader),
  organisations: await find(db, 'organisation', term, reader),
  projectGroups: await find(db, 'projectGroup', term, reader),
  requirementGroups: await find(db, 'requirementGroup', term, reader),
  rounds: await find(db, 'round', term, reader),
})

const ORGANISATION_PAGES = { OPER: 'operators', PARTICIPANT: 'participants', LPA: 'lpas', AGENT: 'agencies' }

/** Everything this reader may see whose name, or whose owner's name, is the term or like it; kind by kind, the likest first. */
export const search = async (text: string, reader: Actor, { db }: ViewContext): Promise<ListOf<Found>> => {
  const said = text.trim().replaceAll('\0', '').slice(0, LONGEST)
  if (said === '') return { items: [], total: 0, next: null, actions: [] }
  const exact: Term = {
    isLoose: false,
    text: said,
    pattern: `%${said.replace(/[\\%_]/g, sign => `\\${sign}`)}%`,
  }
  return db.transaction().execute(async tx => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${LIKE_ENOUGH}, true)`.execute(tx)
    const exactly = await findAll(tx, exact, reader)
    const isNothing = Object.values(exactly).every(({ total }) => total === 0)
    const found = isNothing ? await findAll(tx, { ...exact, isLoose: true }, reader) : exactly
    const { projects, requirements, organisations, projectGroups, requirementGroups, rounds } = found
    const inRounds = [projects, requirements, projectGroups, requirementGroups].flatMap(({ rows }) =>
      rows.map(row => row.roundId),
    )
    const round = await roundsOf(tx, [...inRounds, ...rounds.rows.map(row => row.id)])
    const owner = await namesOf(tx, 'organisation', [
      ...[...projects.rows, ...projectGroups.rows].map(row => row.supplierId),
      ...[...requirements.rows, ...requirementGroups.rows].map(row => row.buyerId),
    ])
    const where = (roundId: string, ownerId: string): string => {
      const { market, name } = round(roundId)
      return `${named(owner, ownerId).name}, ${market}, ${name}`
    }
    const items: Found[] = [
      ...projects.rows.map(({ id, name, status, roundId, supplierId }) => ({
        id,
        name,
        kind: 'project' as const,
        status: PROJECT_STATUS_LABELS[status],
        detail: where(roundId, supplierId),
        link: projectPage(id),
      })),
      ...requirements.rows.map(({ id, name, status, roundId, buyerId }) => ({
        id,
        name,
        kind: 'requirement' as const,
        status: REQUIREMENT_STATUS_LABELS[status],
        detail: where(roundId, buyerId),
        link: requirementPage(id),
      })),
      ...organisations.rows.map(({ id, name, type }) => ({
        id,
        name,
        kind: 'organisation' as const,
        status: null,
        detail: ORGANISATION_TYPE_LABELS[type],
        link: `/${ORGANISATION_PAGES[type]}/${id}`,
      })),
      ...projectGroups.rows.map(({ id, name, roundId, supplierId }) => ({
        id,
        name,
        kind: 'projectGroup' as const,
        status: null,
        detail: where(roundId, supplierId),
        link: `/project-group/${id}`,
      })),
      ...requirementGroups.rows.map(({ id, name, roundId, buyerId }) => ({
        id,
        name,
        kind: 'requirementGroup' as const,
        status: null,
        detail: where(roundId, buyerId),
        link: `/credit-requirement-group/${id}`,
      })),
      ...rounds.rows.map(one => ({
        id: one.id,
        name: one.name,
        kind: 'round' as const,
        status: ROUND_STATUS_LABELS[one.status],
        detail: round(one.id).market,
        link: roundPage(one),
      })),
    ]
    const total = Object.values(found).reduce((sum, one) => sum + one.total, 0)
    return { items, total, next: null, actions: [] }
  })
}
