import { sql, type SqlBool } from 'kysely'
import { HABITAT_TYPES } from '@credit-market/habitat-metric/habitat-types'
import {
  AWAITING_REDEMPTION_STATUSES,
  REQUIREMENT_STATUSES,
  SOLD_REQUIREMENT_STATUSES,
} from '#domain/project/requirement'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { requirement } from '#contract/requirement/requirement'
import { requirementRows } from '../requirement.ts'
import { importableCoordinateText, requirementTableRows, type RequirementTableRow } from '../table-rows.ts'
import { awaitsOperatorStepsSql } from '../../next/step-conditions.ts'
import { columnFilters, columnSorts, tableColumns } from '../listing/columns.ts'
import type { Listing } from '../listing/listing.ts'
import {
  COUNTED_FILTERS,
  idFilter,
  nameSearch,
  fixedOrderSort,
  textSearch,
  relatedNameSort,
  textSort,
  relatedFilter,
  booleanFilter,
  knownValueFilter,
} from '../listing/filters.ts'

// An investor's requirement is always for biodiversity, although its column is empty.
const creditType = sql<string>`coalesce(case when ${sql.ref('requirement.type')} = 'Investor'
  then 'Biodiversity' else ${sql.ref('requirement.creditType')} end, '')`

// Credits were redeemed after their date, or are not redeemed and the date has passed. Each condition has an index.
const isLate = sql<SqlBool>`(
  (${sql.ref('requirement.redeemedAt')} at time zone 'utc')::date > ${sql.ref('requirement.redemptionDate')}
  or (${sql.ref('requirement.redeemedAt')} is null
    and ${sql.ref('requirement.status')} in (${sql.join(AWAITING_REDEMPTION_STATUSES.map(status => sql.lit(status)))})
    and ${sql.ref('requirement.redemptionDate')} < (now() at time zone 'utc')::date))`

/** List of credit requirements, as each reader may see them. */
export const requirementList: Listing<typeof requirement, RequirementTableRow> = {
  noun: requirement,
  ownerColumn: 'requirementId',
  filters: {
    marketId: relatedFilter('requirement.roundId', 'round', 'marketId'),
    marketRoundId: idFilter('requirement.roundId'),
    awaiting: values => awaitsOperatorStepsSql('requirement', values),
    roundStatus: relatedFilter('requirement.roundId', 'round', 'status'),
    status: idFilter('requirement.status'),
    type: idFilter('requirement.type'),
    creditType: (values, reader) => {
      idFilter('requirement.creditType')(values, reader)
      return sql<SqlBool>`${creditType} = any(${values}::text[])`
    },
    ...columnFilters('requirement', REQUIREMENT_COLUMNS),
    buyerId: idFilter('requirement.buyerId'),
    agentId: idFilter('requirement.agentId'),
    groupId: idFilter('requirement.groupId'),
    lateRedemptions: booleanFilter(isLate),
    registry: knownValueFilter('requirement.status', SOLD_REQUIREMENT_STATUSES, REQUIREMENT_STATUSES),
  },
  counted: COUNTED_FILTERS,
  sorts: {
    name: textSort('requirement.name'),
    status: fixedOrderSort('requirement.status', REQUIREMENT_STATUSES),
    buyer: relatedNameSort('requirement.buyerId', 'organisation'),
    round: relatedNameSort('requirement.roundId', 'round'),
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
      // A requirement is for units of one type.
      unitsWon: row => row.won?.[0]?.units ?? null,
      habitatType: row => HABITAT_TYPES.find(({ id }) => id === row.habitatType)?.label ?? null,
      coordinates: importableCoordinateText,
    },
  ),
}
