import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { SYSTEM, type Actor } from '#domain/actor'
import type { SettingKind } from '#domain/entities'
import type { Named } from '#domain/wire/general'
import type { RoundOfItem } from '#domain/wire/project'
import type { Database } from '../store/tables.ts'
import { visibleTo } from './visible.ts'

/** The kinds that are called by a name of their own. */
type NamedKind =
  | 'organisation'
  | 'market'
  | 'round'
  | 'project'
  | 'requirement'
  | 'projectGroup'
  | 'requirementGroup'
  | SettingKind

/** Looks up what an id is called; null for no id. */
export type NameOf = (id: string | null) => Named | null

const present = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
]

/** The names of things by their ids, fetched at once for a whole page of rows; of those a reader may see, if one is named. */
export const namesOf = async (
  db: Kysely<Database>,
  kind: NamedKind,
  ids: readonly (string | null)[],
  reader: Actor = SYSTEM,
): Promise<NameOf> => {
  const wanted = present(ids)
  const rows =
    wanted.length === 0
      ? []
      : await (db as unknown as Kysely<Record<string, Named>>)
          .selectFrom(kind)
          .select(['id', 'name'])
          .where(sql.ref('id'), '=', sql`any(${wanted})`)
          .where(visibleTo(kind, reader))
          .execute()
  const names = new Map(rows.map(row => [row.id, { id: row.id, name: row.name }]))
  return id => (id === null ? null : (names.get(id) ?? null))
}

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
