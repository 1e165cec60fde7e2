import { sql, type SqlBool } from 'kysely'
import { HABITAT_TYPES } from '#domain/habitat-types'
import { AWAITING_REDEMPTION, REQUIREMENT_STATUSES, SOLD_REQUIREMENTS } from '#domain/requirement'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { requirement } from '#contract/requirement'
import { requirementRows } from '../requirement.ts'
import { coordinatesOf, requirementTableRows, type RequirementTableRow } from '../table-rows.ts'
import { awaiting } from '../step-conditions.ts'
import { columnFilters, columnSorts, tableColumns } from './columns.ts'
import type { Listing } from './listing.ts'
import {
  COUNTED,
  byId,
  nameSearch,
  inOrderOf,
  textSearch,
  nameOf,
  text,
  byRelated,
  booleanFilter,
  isAmong,
} from './filters.ts'

// An investor's requirement is always for biodiversity, without saying so.
const creditType = sql<string>`coalesce(case when ${sql.ref('requirement.type')} = 'Investor'
  then 'Biodiversity' else ${sql.ref('requirement.creditType')} end, '')`

// A redemption date that has passed without redemption, or before it. Each of the two has an index of its own.
const isLate = sql<SqlBool>`(
  (${sql.ref('requirement.redeemedAt')} at time zone 'utc')::date > ${sql.ref('requirement.redemptionDate')}
  or (${sql.ref('requirement.redeemedAt')} is null
    and ${sql.ref('requirement.status')} in (${sql.join(AWAITING_REDEMPTION.map(status => sql.lit(status)))})
    and ${sql.ref('requirement.redemptionDate')} < (now() at time zone 'utc')::date))`

/** Credit requirements, as each reader may see them. */
export const requirements: Listing<typeof requirement, RequirementTableRow> = {
  noun: requirement,
  ownerColumn: 'requirementId',
  filters: {
    marketId: byRelated('requirement.roundId', 'round', 'marketId'),
    marketRoundId: byId('requirement.roundId'),
    awaiting: values => awaiting('requirement', values),
    roundStatus: byRelated('requirement.roundId', 'round', 'status'),
    status: byId('requirement.status'),
    type: byId('requirement.type'),
    creditType: (values, reader) => {
      byId('requirement.creditType')(values, reader)
      return sql<SqlBool>`${creditType} = any(${values}::text[])`
    },
    ...columnFilters('requirement', REQUIREMENT_COLUMNS),
    buyerId: byId('requirement.buyerId'),
    agentId: byId('requirement.agentId'),
    groupId: byId('requirement.groupId'),
    lateRedemptions: booleanFilter(isLate),
    registry: isAmong('requirement.status', SOLD_REQUIREMENTS, REQUIREMENT_STATUSES),
  },
  counted: COUNTED,
  sorts: {
    name: text('requirement.name'),
    status: inOrderOf('requirement.status', REQUIREMENT_STATUSES),
    buyer: nameOf('requirement.buyerId', 'organisation'),
    round: nameOf('requirement.roundId', 'round'),
    ...columnSorts('requirement', REQUIREMENT_COLUMNS),
    creditType: { by: creditType, type: 'string' },
  },
  defaultSort: 'name',
  searchColumns: [textSearch('requirement.name'), nameSearch('requirement.buyerId', 'organisation')],
  rows: requirementRows,
  table: { rows: requirementTableRows },
  columns: tableColumns<typeof requirement, typeof REQUIREMENT_COLUMNS, RequirementTableRow>(
    requirement,
    REQUIREMENT_COLUMNS,
    {
      market: row => row.round.market,
      habitatType: row => HABITAT_TYPES.find(({ id }) => id === row.habitatType)?.label ?? null,
      coordinates: coordinatesOf,
    },
  ),
}
