import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { SYSTEM, type Actor } from '#domain/actor'
import type { StoredKind } from '#domain/entities'
import type { Named } from '#contract/values'
import type { RoundOfItem } from '#contract/round'
import type { Database } from '../store/tables.ts'
import { namedTo, visibleTo } from './visible.ts'

/** Looks up what an id is called; null for no id. */
export type NameOf = (id: string | null) => Named | null

const present = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
]

/** Things of one kind whose names are wanted: all of them, or those that a reader may know by name, or only those it may read. */
export type Wanted = readonly [
  kind: StoredKind,
  ids: readonly (string | null)[],
  reader?: Actor,
  which?: 'may read',
]

/** The names of things of several kinds by their ids, fetched in one statement for a whole page of rows. */
export const namesIn = async <T extends string>(
  db: Kysely<Database>,
  wanted: Readonly<Record<T, Wanted>>,
): Promise<Record<T, NameOf>> => {
  const topics = (Object.entries(wanted) as [T, Wanted][]).map(
    ([topic, [kind, ids, reader = SYSTEM, which]]) => ({
      topic,
      ids: present(ids),
      names: new Map<string, Named>(),
      select: (some: string[]) => sql`select ${sql.lit(topic)} as topic, id, name from ${sql.table(kind)}
      where id = any(${some}::text[]) and ${(which === 'may read' ? visibleTo : namedTo)(kind, reader)}`,
    }),
  )
  if (topics.some(({ ids }) => ids.length > 0)) {
    const selects = topics.map(({ ids, select }) => select(ids))
    const { rows } = await sql<Named & { topic: T }>`${sql.join(selects, sql` union all `)}`.execute(db)
    const byTopic = new Map(topics.map(({ topic, names }) => [topic, names]))
    for (const { topic, id, name } of rows) byTopic.get(topic)?.set(id, { id, name })
  }
  return Object.fromEntries(
    topics.map(({ topic, names }): [T, NameOf] => [
      topic,
      id => (id === null ? null : (names.get(id) ?? null)),
    ]),
  ) as Record<T, NameOf>
}

/** The names of things of one kind by their ids. */
export const namesOf = async (db: Kysely<Database>, ...wanted: Wanted): Promise<NameOf> =>
  (await namesIn(db, { one: wanted })).one

/** A name that the tables vouch for. */
export const named = (nameOf: NameOf, id: string): Named => nameOf(id) ?? { id, name: id }

/** The rounds of a page of rows, with their markets. */
export const roundsOf = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<(id: string) => RoundOfItem> => {
  const wanted = present(ids)
  const rows =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('round')
          .innerJoin('market', 'market.id', 'round.marketId')
          .select(['round.id', 'round.name', 'round.status', 'round.marketId', 'market.name as market'])
          .where('round.id', '=', sql<string>`any(${wanted})`)
          .execute()
  const rounds = new Map(rows.map(row => [row.id, row]))
  return id => {
    const round = rounds.get(id)
    if (!round) throw new Error(`There is no round ${id}`)
    const { name, status, marketId, market } = round
    return { id, name, status, marketId, market }
  }
}

/** The people of some user ids, as this reader may know them: by name among themselves and to the operator, else by organisation. */
export const peopleOf = async (
  db: Kysely<Database>,
  ids: readonly (string | null)[],
  reader: { seesAll: boolean; organisationId: string | null },
): Promise<(id: string | null) => string> => {
  const wanted = present(ids)
  const rows =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('user')
          .leftJoin('organisation', 'organisation.id', 'user.organisationId')
          .select(['user.id', 'user.displayName', 'user.organisationId', 'organisation.name as organisation'])
          .where('user.id', '=', sql<string>`any(${wanted})`)
          .execute()
  const people = new Map(
    rows.map(row => {
      const isKnown =
        reader.seesAll || (row.organisationId !== null && row.organisationId === reader.organisationId)
      return [row.id, isKnown ? row.displayName : (row.organisation ?? 'The market operator')]
    }),
  )
  return id => (id === null ? 'The system' : (people.get(id) ?? 'A former user'))
}
