import { isOneOf } from '#domain/narrow'
import { creditLabel } from '#contract/credit'
import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Actor } from '#domain/actor'
import { CREDIT_STATUSES } from '#domain/credit'
import { CREDIT_TYPES } from '#domain/credit-type'
import { quantityOf } from '#domain/units'
import { credit, type CreditTotal } from '#contract/credit'
import { reservedCredit } from '#contract/nouns'
import type { Database } from '../../store/tables.ts'
import { creditRows } from '../credit.ts'
import { type AnyListing, conditionOf, type Listing, type ListQuery } from './listing.ts'
import { mostAtOnce } from './most-at-once.ts'
import {
  byId,
  byVisible,
  inOrderOf,
  inVisibleName,
  number,
  byRelated,
  visibleNameOf,
  booleanFilter,
} from './filters.ts'

/** What a settlement has made: the credits of the registry. */
export const IN_REGISTRY = sql<SqlBool>`not is_whole(${sql.ref('credit.status')})`

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
    reserved: booleanFilter(sql<SqlBool>`${sql.ref('credit.isReserved')}`),
    registry: booleanFilter(IN_REGISTRY),
  },
  sorts: {
    project: visibleNameOf('credit.projectId', 'project'),
    requirement: visibleNameOf('credit.requirementId', 'requirement'),
    type: inOrderOf('credit.type', CREDIT_TYPES),
    status: inOrderOf('credit.status', CREDIT_STATUSES),
    units: number('credit.units'),
    created: number('credit.ordinal'),
  },
  defaultSort: '-created',
  searchColumns: [
    inVisibleName('credit.projectId', 'project'),
    inVisibleName('credit.requirementId', 'requirement'),
  ],
  rows: creditRows,
  columns: [
    { title: 'Credit', value: row => row.id },
    { title: 'Serials', value: row => row.serials.join(' ') },
    { title: 'Project', value: row => row.project?.name ?? null },
    { title: 'Credit requirement', value: row => row.requirement?.name ?? null },
    { title: 'Market round', value: row => row.round.name },
    { title: 'Credit type', value: row => row.creditType },
    { title: 'Status', value: row => row.label },
    { title: 'Reserved', value: row => (row.isReserved ? 'Yes' : 'No') },
    { title: 'Term', value: row => (row.isPermanent ? 'Permanent' : `${row.years} years`) },
    { title: 'Units', value: row => row.units },
    { title: 'Broad habitat', value: row => row.broadHabitat },
    { title: 'Habitat type', value: row => row.habitatType },
    { title: 'Distinctiveness', value: row => row.distinctiveness },
  ],
}

/** The credits kept in reserve. */
export const reservedCredits: Listing<typeof reservedCredit> = {
  ...credits,
  noun: reservedCredit,
  baseFilter: sql<SqlBool>`${sql.ref('credit.isReserved')}`,
}

/** What the credits that a query selects come to, by type and status. */
export const creditTotals = async (
  listing: AnyListing,
  query: ListQuery,
  reader: Actor,
  db: Kysely<Database>,
): Promise<CreditTotal[]> => {
  const rows = await mostAtOnce(
    db,
    sql`array[type, status, (is_reserved and status = 'RightsCreated')::text]`,
    conditionOf(listing, query, reader),
  )
  const place = (total: CreditTotal) =>
    CREDIT_TYPES.indexOf(total.creditType) * 100 + CREDIT_STATUSES.indexOf(total.status)
  return rows
    .flatMap(({ sort: [creditType, status, isReserved], credits: count, units }) => {
      if (!isOneOf(CREDIT_TYPES, creditType) || !isOneOf(CREDIT_STATUSES, status)) return []
      const label = creditLabel({ status, isReserved: isReserved === 'true' })
      return [{ creditType, status, label, credits: count, units: quantityOf(units) }]
    })
    .toSorted((a, b) => place(a) - place(b))
}
