import { sql, type SqlBool } from 'kysely'
import type { SoldTotal } from '#contract/credit'
import type { Actor } from '#domain/actor'
import { levelOn, levelsOf } from '#domain/balance'
import { CREDIT_TYPES } from '#domain/credit-type'
import { quantityOf } from '#domain/units'
import { heldIn } from '../balance.ts'
import type { ViewContext } from '../context.ts'
import { type AnyListing, conditionOf, type ListQuery } from './listing.ts'

const LINES = ['sold', 'reserved', 'unused'] as const

/** What settlements made of all things that a query selects, on a day, by credit type: sold, kept as reserve, and unused. */
export const soldOf = async (
  listing: AnyListing,
  column: 'projectId' | 'requirementId',
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
): Promise<SoldTotal[]> => {
  const { db, on } = context
  const { cursor: _, format: __, ...words } = query
  const held = await heldIn(
    db,
    sql<SqlBool>`not is_whole(status) and ${sql.ref(`credit.${column}`)} in (
      select ${sql.ref(`${listing.noun.kind}.id`)} from ${sql.table(listing.noun.kind)}
      where ${conditionOf(listing, words, reader, context)})`,
  )
  return CREDIT_TYPES.flatMap(creditType => {
    const its = held.filter(one => one.creditType === creditType)
    if (its.length === 0) return []
    const levels = levelsOf(
      LINES,
      its.map(one => ({ ...one, line: one.isSold ? 'sold' : one.isReserved ? 'reserved' : 'unused' })),
    )
    const { sold, reserved, unused } = levelOn(LINES, levels, on)
    return [
      {
        on,
        creditType,
        sold: quantityOf(sold),
        reserved: quantityOf(reserved),
        unused: quantityOf(unused),
      },
    ]
  })
}
