import { sql, type SqlBool } from 'kysely'
import { HABITAT_TYPES } from '#domain/habitat-types'
import { BROAD_HABITAT_LABELS, DISTINCTIVENESS_LABELS } from '#domain/habitat'
import {
  AWAITING_REDEMPTION,
  NUTRIENT_NEED_LABELS,
  REQUIREMENT_STATUSES,
  SOLD_REQUIREMENTS,
} from '#domain/requirement'
import { requirement } from '#contract/requirement'
import { requirementRows } from '../requirement.ts'
import { coordinatesOf, requirementTableRows, type RequirementTableRow, yesOrNo } from '../table-rows.ts'
import { PLACE_PRECISION_LABELS } from '#domain/place/precision'
import { awaiting } from '../step-conditions.ts'
import type { Listing } from './listing.ts'
import { tableColumns } from './table-columns.ts'
import {
  COUNTED,
  byId,
  day,
  nameSearch,
  inOrderOf,
  textSearch,
  nameOf,
  text,
  byRelated,
  booleanFilter,
  isAmong,
} from './filters.ts'

const TYPES = ['Buyer', 'Investor']

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
    nca: byId('requirement.ncaId'),
    lpa: byId('requirement.lpaId'),
    subcatchment: byId('requirement.subcatchmentId'),
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
    type: inOrderOf('requirement.type', TYPES),
    creditType: { by: creditType, type: 'string' },
    nca: nameOf('requirement.ncaId', 'nca'),
    lpa: nameOf('requirement.lpaId', 'lpa'),
    subcatchment: nameOf('requirement.subcatchmentId', 'subcatchment'),
    redemptionDate: day('requirement.redemptionDate'),
  },
  defaultSort: 'name',
  searchColumns: [textSearch('requirement.name'), nameSearch('requirement.buyerId', 'organisation')],
  rows: requirementRows,
  table: { rows: requirementTableRows },
  columns: tableColumns<'requirement', RequirementTableRow>('requirement', {
    'Credit requirement': row => row.name,
    Buyer: row => row.buyer.name,
    Type: row => row.type,
    Market: row => row.round.market,
    'Market round': row => row.round.name,
    Status: row => requirement.statuses[row.status].label,
    'Credit type': row => row.creditType,
    'Units needed': row => row.units,
    'Additional units needed': row => row.additionalUnits,
    NCA: row => row.nca?.name ?? null,
    LPA: row => row.lpa?.name ?? null,
    Subcatchment: row => row.subcatchment?.name ?? null,
    'Redemption date': row => row.redemptionDate,
    'Bid (GBP)': row => row.bid,
    'Pays (GBP)': row => row.pays,
    'Pays per unit (GBP)': row => row.paysPerUnit,
    Group: row => row.group?.name ?? null,
    'CSV ID': row => row.csvId,
    'Nutrient need': row => row.nutrientType && NUTRIENT_NEED_LABELS[row.nutrientType],
    'Only ongoing acceptable': row => yesOrNo(row.nutrientAcceptOngoingOnly),
    Module: row => row.module,
    'Broad habitat': row => row.broadHabitat && BROAD_HABITAT_LABELS[row.broadHabitat],
    Distinctiveness: row => row.distinctiveness && DISTINCTIVENESS_LABELS[row.distinctiveness],
    'Habitat type': row => HABITAT_TYPES.find(({ id }) => id === row.habitatType)?.label ?? null,
    'Part acceptable': row => yesOrNo(row.isDivisible),
    Address: row => row.nearAddress,
    'Grid reference': row => row.gridReference,
    'Latitude and longitude': coordinatesOf,
    'Place told to others': row => PLACE_PRECISION_LABELS[row.placePrecision],
    'Three words': row => row.threeWords,
    'Planning reference': row => row.planningRef,
    'Allocation reference': row => row.allocationRef,
  }),
}
