import { type Kysely, type RawBuilder, sql } from 'kysely'
import { mayReadAll } from '#contract/nouns/read-access'
import type { RoundRow } from '#contract/round/round'
import type { Actor } from '#domain/people/actor'
import type { Round } from '#domain/round/round'
import type { Database } from '../store/tables/tables.ts'
import { readCachedSum } from './listing/summed.ts'
import { visibleToActorSql } from './kit/visible.ts'

type Counts = RoundRow['counts']

const none: Counts = { participants: 0, projects: 0, requirements: 0, offers: 0, bids: 0 }

const PRICE = { project: 'offer', requirement: 'bid' } as const

interface Counted {
  what: 'participants' | 'projects' | 'requirements'
  roundId: string
  count: number
  priced: number
}

/**
 * Counts of projects or requirements by round, in total and with a price: from stored counts for all, counted for
 * one's own.
 */
const itemsIn = (
  kind: keyof typeof PRICE,
  roundIds: readonly string[],
  reader: Actor,
): RawBuilder<Counted> => {
  const what = sql.lit(`${kind}s`)
  return mayReadAll(reader)
    ? sql`select ${what} as what, round_id, sum(number)::bigint as count, sum(priced)::bigint as priced
        from ${sql.table(`${kind}Count`)} where round_id = any(${roundIds}::text[]) group by round_id`
    : sql`select ${what} as what, round_id, count(*) as count, count(${sql.ref(PRICE[kind])}) as priced
        from ${sql.table(kind)} where round_id = any(${roundIds}::text[]) and ${visibleToActorSql(kind, reader)}
        group by round_id`
}

const participantsIn = (roundIds: readonly string[], reader: Actor): RawBuilder<Counted> =>
  sql`select 'participants' as what, round_id, count(distinct organisation_id) as count, 0::bigint as priced
    from participation where round_id = any(${roundIds}::text[]) and status <> 'Withdrawn'
      and ${visibleToActorSql('participation', reader)} group by round_id`

/** Counts by round of the projects and requirements that this reader may see. */
export const countItemsByRound = async (
  db: Kysely<Database>,
  roundIds: readonly string[],
  reader: Actor,
): Promise<(id: string) => Counts> => {
  if (roundIds.length === 0) return () => none
  const { rows } = await sql<Counted>`${participantsIn(roundIds, reader)}
    union all ${itemsIn('project', roundIds, reader)}
    union all ${itemsIn('requirement', roundIds, reader)}`.execute(db)
  return id => {
    const its = (what: Counted['what']) => rows.find(row => row.what === what && row.roundId === id)
    return {
      participants: its('participants')?.count ?? 0,
      projects: its('projects')?.count ?? 0,
      requirements: its('requirements')?.count ?? 0,
      offers: its('projects')?.priced ?? 0,
      bids: its('requirements')?.priced ?? 0,
    }
  }
}

/** Owners of the offers and bids in a round. */
export const listOwnersInRound = (
  db: Kysely<Database>,
  { id }: Pick<Round, 'id'>,
): Promise<ReadonlySet<string>> =>
  readCachedSum(
    db,
    sql<{ id: string }>`select supplier_id as id from project where round_id = ${id} and status = 'Offered'
      union select buyer_id from requirement where round_id = ${id} and status = 'Bid'`,
    rows => new Set(rows.map(row => row.id)),
  )
