import { sql, type SqlBool } from 'kysely'
import type { BalanceSheet } from '#contract/kit/balance'
import type { SoldTotal } from '#contract/credit/credit'
import { mayReadAll } from '#contract/nouns/read-access'
import type { Actor } from '#domain/people/actor'
import { unitsOnDate } from '#domain/credit/balance'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { unitsToNumber } from '@credit-market/values/units'
import {
  type CertifiedUnits,
  readCertifiedUnitsFromCounts,
  readCertifiedUnits,
  buildBalanceSheet,
} from '../listing/balance.ts'
import type { ViewContext } from '../kit/context.ts'
import { creditList } from './credits.ts'
import { type AnyListing, listConditionSql, type ListQuery } from '../listing/listing.ts'

type OwnedBy = 'projectId' | 'requirementId'

/** Units that settlements created for the rows that a query selects. */
const heldOfSold = (
  listing: AnyListing,
  column: OwnedBy,
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
): Promise<readonly CertifiedUnits[]> => {
  const { db } = context
  const { cursor: _, format: __, ...words } = query
  const { registry = true, marketId, marketRoundId, ...others } = words
  const isOfCredits = String(registry) === 'true' && mayReadAll(reader) && Object.keys(others).length === 0
  return isOfCredits
    ? readCertifiedUnitsFromCounts(
        db,
        sql<SqlBool>`not is_whole(status) and ${listConditionSql(creditList, { marketId, marketRoundId }, reader, context).conditions}
          ${column === 'requirementId' ? sql`and ${sql.ref('credit.requirementId')} is not null` : sql``}`,
      )
    : readCertifiedUnits(
        db,
        sql<SqlBool>`not is_whole(status) and ${sql.ref(`credit.${column}`)} in (
          select ${sql.ref(`${listing.noun.kind}.id`)} from ${sql.table(listing.noun.kind)}
          where ${listConditionSql(listing, words, reader, context).conditions})`,
        { soldOnly: true },
      )
}

/** Balance sheet of the units that settlements created for the rows that a query selects. */
export const readSoldBalanceSheet = async (
  listing: AnyListing,
  column: OwnedBy,
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
): Promise<BalanceSheet> =>
  buildBalanceSheet(await heldOfSold(listing, column, query, reader, context), context.on)

/**
 * Units that settlements created for the rows that a query selects, on a date by credit type: sold, reserved and
 * unused.
 */
export const readSoldUnits = async (
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
    const unitsOf = (unitsPerPeriod: readonly CertifiedUnits[]) =>
      unitsToNumber(unitsOnDate({ unitsPerPeriod }, on))
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
