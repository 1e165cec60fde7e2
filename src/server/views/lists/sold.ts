import { sql, type SqlBool } from 'kysely'
import type { BalanceSheet } from '#contract/balance'
import type { SoldTotal } from '#contract/credit'
import { readsAll } from '#contract/read-access'
import type { Actor } from '#domain/actor'
import { unitsOn } from '#domain/balance'
import { CREDIT_TYPES } from '#domain/credit-type'
import { quantityOf } from '#domain/units'
import { type Held, heldAsKept, heldIn, sheetOf } from '../balance.ts'
import type { ViewContext } from '../context.ts'
import { credits } from './credits.ts'
import { type AnyListing, chosenBy, type ListQuery } from './listing.ts'

type OwnedBy = 'projectId' | 'requirementId'

/** What settlements made of all things that a query selects. */
const heldOfSold = (
  listing: AnyListing,
  column: OwnedBy,
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
): Promise<readonly Held[]> => {
  const { db } = context
  const { cursor: _, format: __, ...words } = query
  const { registry = true, marketId, marketRoundId, ...others } = words
  const isOfCredits = String(registry) === 'true' && readsAll(reader) && Object.keys(others).length === 0
  return isOfCredits
    ? heldAsKept(
        db,
        sql<SqlBool>`not is_whole(status) and ${chosenBy(credits, { marketId, marketRoundId }, reader, context).conditions}
          ${column === 'requirementId' ? sql`and ${sql.ref('credit.requirementId')} is not null` : sql``}`,
      )
    : heldIn(
        db,
        sql<SqlBool>`not is_whole(status) and ${sql.ref(`credit.${column}`)} in (
          select ${sql.ref(`${listing.noun.kind}.id`)} from ${sql.table(listing.noun.kind)}
          where ${chosenBy(listing, words, reader, context).conditions})`,
        { soldOnly: true },
      )
}

/** The balance sheet of what settlements made of all things that a query selects. */
export const sheetOfSold = async (
  listing: AnyListing,
  column: OwnedBy,
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
): Promise<BalanceSheet> => sheetOf(await heldOfSold(listing, column, query, reader, context), context.on)

/** What settlements made of all things that a query selects, on a day, by credit type: sold, kept as reserve, and unused. */
export const soldOf = async (
  listing: AnyListing,
  column: OwnedBy,
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
): Promise<SoldTotal[]> => {
  const { on } = context
  const held = await heldOfSold(listing, column, query, reader, context)
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
