import { sql, type SqlBool } from 'kysely'
import type { SoldTotal } from '#contract/credit'
import type { Actor } from '#domain/actor'
import { unitsOn } from '#domain/balance'
import { CREDIT_TYPES } from '#domain/credit-type'
import { quantityOf } from '#domain/units'
import { type Held, heldIn } from '../balance.ts'
import type { ViewContext } from '../context.ts'
import { type AnyListing, conditionOf, type ListQuery } from './listing.ts'

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
    const unitsOf = (unitsPerPeriod: readonly Held[]) => quantityOf(unitsOn({ unitsPerPeriod }, on))
    return [
      {
        on,
        creditType,
        sold: unitsOf(its.filter(({ isSold }) => isSold)),
        reserved: unitsOf(its.filter(({ isReserved }) => isReserved)),
        unused: unitsOf(its.filter(({ isSold, isReserved }) => !isSold && !isReserved)),
      },
    ]
  })
}
