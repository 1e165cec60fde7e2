import { sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/people/actor'
import { holdingOf } from '#domain/credit/balance'
import { CREDIT_STATUSES, type CreditStatus, isBeforeSettlement } from '#domain/credit/credit'
import type { Day } from '@credit-market/values/dates'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { type BalanceSheet, scheduleAsText } from '#contract/kit/balance'
import { credit, creditColumns, type CreditRow } from '#contract/credit/credit'
import { reservedCredit } from '#contract/nouns/nouns'
import { readCertifiedUnitsFromCounts, readCertifiedUnits, buildBalanceSheet } from '../listing/balance.ts'
import type { ViewContext } from '../kit/context.ts'
import { creditRows, reservedCreditRows } from '../credit.ts'
import { isOneOfValuesSql } from '../kit/visible.ts'
import { tableColumns } from '../listing/columns.ts'
import {
  type AnyListing,
  listConditionSql,
  type ListFilter,
  type Listing,
  type ListQuery,
} from '../listing/listing.ts'
import type { ListSort } from '../listing/sorts.ts'
import {
  idFilter,
  visibleItemFilter,
  fixedOrderSort,
  visibleNameSearch,
  numberSort,
  relatedFilter,
  visibleNameSort,
  booleanFilter,
  knownValueFilter,
} from '../listing/filters.ts'

const REGISTERED = CREDIT_STATUSES.filter(status => !isBeforeSettlement(status))

/** Credits of the registry: those that a settlement created. */
export const IS_IN_REGISTRY = isOneOfValuesSql('credit.status', REGISTERED)

/** Sorts by the units on a date. */
const unitsOfDay = (on: Day): ListSort => ({
  by: sql`level.units`,
  type: 'number',
  join: sql`join credit_level as level on level.credit_id = credit.id
    and level.start_day <= ${on} and level.end_day > ${on}`,
  id: sql`level.credit_id`,
})

// Combinations that the constraints of the table rule out: sold while reserved, or sold before rights exist.
const isNever = (status: CreditStatus, isReserved: boolean) =>
  isReserved || status === 'Unused' || isBeforeSettlement(status)

/** Combinations of status, reserved and sold behind some lines of the balance sheet. */
const standingIn = (holdings: readonly string[]) =>
  CREDIT_STATUSES.flatMap(status =>
    [true, false].flatMap(isReserved =>
      (isNever(status, isReserved) ? [null] : [null, 'sold']).flatMap(requirementId => {
        const holding = holdingOf({ status, isReserved, requirementId })
        return holding !== null && holdings.includes(holding)
          ? [{ status, isReserved, isSold: requirementId !== null }]
          : []
      }),
    ),
  )

const inHolding: ListFilter = Object.assign(
  (holdings: readonly string[]) => {
    const standing = standingIn(holdings)
    // Unsold and sold credits each have an index.
    const isEither = (isSold: boolean) => standing.every(one => one.isSold === isSold)
    const requirement = sql.ref('credit.requirementId')
    const side = isEither(false)
      ? sql`${requirement} is null and`
      : isEither(true)
        ? sql`${requirement} is not null and`
        : sql``
    return sql<SqlBool>`${side} (${sql.ref('credit.status')}, ${sql.ref('credit.isReserved')}, ${sql.ref('credit.requirementId')} is not null)
      in (${sql.join(
        standing.map(one => sql`(${one.status}, ${one.isReserved}::boolean, ${one.isSold}::boolean)`),
      )})`
  },
  {
    along: (holdings: readonly string[]) => ({
      column: 'credit.status',
      values: [...new Set(standingIn(holdings).map(({ status }) => status))],
    }),
    saysMore: true as const,
  },
)

/** Cells of a download that differ from the row. */
export const CREDIT_CELLS = {
  serials: ({ serials }: CreditRow) => serials.join(' '),
  unsoundSerials: ({ unsound }: CreditRow) => unsound.map(({ serial }) => serial).join(' '),
  replacedBy: ({ unsound }: CreditRow) => unsound.flatMap(({ replacedBy }) => replacedBy ?? []).join(' '),
  replacing: ({ replacing }: CreditRow) =>
    replacing.map(({ serial, replaces }) => `${serial} for ${replaces}`).join(' '),
  term: ({ isPermanent, years }: CreditRow) => (isPermanent ? 'Permanent' : `${years} years`),
  unitsOn: ({ units }: CreditRow) => units,
  unitsOverTime: ({ unitsPerPeriod }: CreditRow) => scheduleAsText(unitsPerPeriod),
}

/** List of credits: whole until settlement, split after it. */
export const creditList: Listing<typeof credit> = {
  noun: credit,
  filters: {
    marketId: relatedFilter('credit.roundId', 'round', 'marketId'),
    marketRoundId: idFilter('credit.roundId'),
    projectId: visibleItemFilter('credit.projectId', 'project'),
    requirementId: visibleItemFilter('credit.requirementId', 'requirement'),
    supplierId: visibleItemFilter('credit.projectId', 'project', 'supplierId'),
    buyerId: visibleItemFilter('credit.requirementId', 'requirement', 'buyerId'),
    type: idFilter('credit.type'),
    creditType: idFilter('credit.type'),
    status: idFilter('credit.status'),
    creditStatus: idFilter('credit.status'),
    supplyType: (values, reader) => {
      idFilter('credit.type')(values, reader)
      return sql<SqlBool>`supply_type(${sql.ref('credit.unitsPerPeriod')}) = any(${values}::text[])`
    },
    holding: inHolding,
    reserved: booleanFilter(sql<SqlBool>`${sql.ref('credit.isReserved')}`),
    registry: knownValueFilter('credit.status', REGISTERED, CREDIT_STATUSES),
  },
  counted: [
    'marketId',
    'marketRoundId',
    'type',
    'creditType',
    'status',
    'creditStatus',
    'holding',
    'reserved',
    'registry',
  ],
  sorts: {
    project: visibleNameSort('credit.projectId', 'project'),
    requirement: visibleNameSort('credit.requirementId', 'requirement'),
    type: fixedOrderSort('credit.type', CREDIT_TYPES),
    status: fixedOrderSort('credit.status', CREDIT_STATUSES),
    units: unitsOfDay,
    created: numberSort('credit.ordinal'),
  },
  defaultSort: '-created',
  searchColumns: [
    visibleNameSearch('credit.projectId', 'project'),
    visibleNameSearch('credit.requirementId', 'requirement'),
  ],
  rows: creditRows,
  columns: tableColumns(credit, creditColumns(), CREDIT_CELLS),
}

/** List of credits in the credit reserve. */
export const reservedCreditList: Listing<typeof reservedCredit> = {
  ...creditList,
  noun: reservedCredit,
  rows: reservedCreditRows,
  baseFilter: sql<SqlBool>`${sql.ref('credit.isReserved')}`,
}

/** Balance sheet of the credits that a query selects. */
export const creditBalance = async (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
): Promise<BalanceSheet> => {
  const { db, on } = context
  const { conditions, isCounted, reading } = listConditionSql(listing, query, reader, context)
  return buildBalanceSheet(
    await (isCounted
      ? readCertifiedUnitsFromCounts(db, conditions)
      : readCertifiedUnits(db, conditions, reading)),
    on,
  )
}
