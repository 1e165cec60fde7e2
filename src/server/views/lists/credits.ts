import { sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import { holdingOf } from '#domain/balance'
import { CREDIT_STATUSES, type CreditStatus, isBeforeSettlement } from '#domain/credit'
import type { Day } from '#domain/dates'
import { CREDIT_TYPES } from '#domain/credit-type'
import { type BalanceSheet, scheduleInWords } from '#contract/balance'
import { credit, creditColumns, type CreditRow } from '#contract/credit'
import { reservedCredit } from '#contract/nouns'
import { heldAsKept, heldIn, sheetOf } from '../balance.ts'
import type { ViewContext } from '../context.ts'
import { creditRows, reservedCreditRows } from '../credit.ts'
import { isOneOf } from '../visible.ts'
import { tableColumns } from './columns.ts'
import { type AnyListing, chosenBy, type Filter, type Listing, type ListQuery } from './listing.ts'
import type { Sort } from './sorts.ts'
import {
  byId,
  byVisible,
  inOrderOf,
  inVisibleName,
  number,
  byRelated,
  visibleNameOf,
  booleanFilter,
  isAmong,
} from './filters.ts'

const REGISTERED = CREDIT_STATUSES.filter(status => !isBeforeSettlement(status))

/** What a settlement has made: the credits of the registry. */
export const IN_REGISTRY = isOneOf('credit.status', REGISTERED)

/** Sorted by the units of a day. */
const unitsOfDay = (on: Day): Sort => ({
  by: sql`level.units`,
  type: 'number',
  join: sql`join credit_level as level on level.credit_id = credit.id
    and level.start_day <= ${on} and level.end_day > ${on}`,
  id: sql`level.credit_id`,
})

// What no credit is, by the constraints of its table: meeting a need while it is reserved, or before there are rights.
const isNever = (status: CreditStatus, isReserved: boolean) =>
  isReserved || status === 'Unused' || isBeforeSettlement(status)

/** What credits look like that stand in some lines of the balance sheet: their status, and whether reserved and sold. */
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

const inHolding: Filter = Object.assign(
  (holdings: readonly string[]) => {
    const standing = standingIn(holdings)
    // The unsold and the sold have an index each.
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

/** What a download says of a credit in its own way. */
export const OWN_CELLS = {
  serials: ({ serials }: CreditRow) => serials.join(' '),
  term: ({ isPermanent, years }: CreditRow) => (isPermanent ? 'Permanent' : `${years} years`),
  unitsOn: ({ units }: CreditRow) => units,
  unitsOverTime: ({ unitsPerPeriod }: CreditRow) => scheduleInWords(unitsPerPeriod),
}

/** Credits: whole until settlement, in parts after it. */
export const credits: Listing<typeof credit> = {
  noun: credit,
  filters: {
    marketId: byRelated('credit.roundId', 'round', 'marketId'),
    marketRoundId: byId('credit.roundId'),
    projectId: byVisible('credit.projectId', 'project'),
    requirementId: byVisible('credit.requirementId', 'requirement'),
    supplierId: byVisible('credit.projectId', 'project', 'supplierId'),
    buyerId: byVisible('credit.requirementId', 'requirement', 'buyerId'),
    type: byId('credit.type'),
    creditType: byId('credit.type'),
    status: byId('credit.status'),
    creditStatus: byId('credit.status'),
    supplyType: (values, reader) => {
      byId('credit.type')(values, reader)
      return sql<SqlBool>`supply_type(${sql.ref('credit.unitsPerPeriod')}) = any(${values}::text[])`
    },
    holding: inHolding,
    reserved: booleanFilter(sql<SqlBool>`${sql.ref('credit.isReserved')}`),
    registry: isAmong('credit.status', REGISTERED, CREDIT_STATUSES),
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
    project: visibleNameOf('credit.projectId', 'project'),
    requirement: visibleNameOf('credit.requirementId', 'requirement'),
    type: inOrderOf('credit.type', CREDIT_TYPES),
    status: inOrderOf('credit.status', CREDIT_STATUSES),
    units: unitsOfDay,
    created: number('credit.ordinal'),
  },
  defaultSort: '-created',
  searchColumns: [
    inVisibleName('credit.projectId', 'project'),
    inVisibleName('credit.requirementId', 'requirement'),
  ],
  rows: creditRows,
  columns: tableColumns(credit, creditColumns(), OWN_CELLS),
}

/** The credits kept in reserve. */
export const reservedCredits: Listing<typeof reservedCredit> = {
  ...credits,
  noun: reservedCredit,
  rows: reservedCreditRows,
  baseFilter: sql<SqlBool>`${sql.ref('credit.isReserved')}`,
}

/** The balance sheet of the credits that a query selects. */
export const creditBalance = async (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  context: ViewContext,
): Promise<BalanceSheet> => {
  const { db, on } = context
  const { conditions, isCounted, reading } = chosenBy(listing, query, reader, context)
  return sheetOf(await (isCounted ? heldAsKept(db, conditions) : heldIn(db, conditions, reading)), on)
}
