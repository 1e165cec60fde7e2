import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { SYSTEM, type Actor } from '#domain/people/actor'
import type { StoredKind } from '#domain/disclosure/entities'
import type { IdAndName } from '#contract/kit/values'
import type { RoundOfItem } from '#contract/round/round'
import type { Database } from '../../store/tables/tables.ts'
import { nameableByActorSql, visibleToActorSql } from './visible.ts'

/** Looks up the name of an id; null for a null id. */
export type NameLookup = (id: string | null) => IdAndName | null

const present = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
]

/** Kind and ids whose names are needed: all of them, those that a reader may know by name, or those it may read. */
export type NamesQuery = readonly [
  kind: StoredKind,
  ids: readonly (string | null)[],
  reader?: Actor,
  which?: 'may read',
]

/** Names of rows of several kinds by id, fetched in one statement for a page of rows. */
export const readNamesByKind = async <T extends string>(
  db: Kysely<Database>,
  wanted: Readonly<Record<T, NamesQuery>>,
): Promise<Record<T, NameLookup>> => {
  const topics = (Object.entries(wanted) as [T, NamesQuery][]).map(
    ([topic, [kind, ids, reader = SYSTEM, which]]) => ({
      topic,
      ids: present(ids),
      names: new Map<string, IdAndName>(),
      select: (some: string[]) => sql`select ${sql.lit(topic)} as topic, id, name from ${sql.table(kind)}
      where id = any(${some}::text[]) and ${(which === 'may read' ? visibleToActorSql : nameableByActorSql)(kind, reader)}`,
    }),
  )
  if (topics.some(({ ids }) => ids.length > 0)) {
    const selects = topics.map(({ ids, select }) => select(ids))
    const { rows } = await sql<IdAndName & { topic: T }>`${sql.join(selects, sql` union all `)}`.execute(db)
    const byTopic = new Map(topics.map(({ topic, names }) => [topic, names]))
    for (const { topic, id, name } of rows) byTopic.get(topic)?.set(id, { id, name })
  }
  return Object.fromEntries(
    topics.map(({ topic, names }): [T, NameLookup] => [
      topic,
      id => (id === null ? null : (names.get(id) ?? null)),
    ]),
  ) as Record<T, NameLookup>
}

/** Names of rows of one kind by id. */
export const readNamesOfKind = async (db: Kysely<Database>, ...wanted: NamesQuery): Promise<NameLookup> =>
  (await readNamesByKind(db, { one: wanted })).one

/** The name of an id that a foreign key guarantees to exist. */
export const requireName = (nameOf: NameLookup, id: string): IdAndName => nameOf(id) ?? { id, name: id }

/** Rounds of a page of rows, with their markets. */
export const readRoundsWithMarkets = async (
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

/** Users by id as this reader may know them: by name among colleagues and to the operator, else by organisation. */
export const readPeopleNames = async (
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
