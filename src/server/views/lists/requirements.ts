import { sql, type SqlBool } from 'kysely'
import { AWAITING_REDEMPTION, REQUIREMENT_STATUSES, SOLD_REQUIREMENTS } from '#domain/requirement'
import { requirement } from '#contract/requirement'
import { requirementRows } from '../requirement.ts'
import { awaiting } from '../awaiting.ts'
import type { Listing } from './listing.ts'
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
export const requirements: Listing<typeof requirement> = {
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
  columns: [
    { title: 'Credit requirement', value: row => row.name },
    { title: 'Buyer', value: row => row.buyer.name },
    { title: 'Type', value: row => row.type },
    { title: 'Market', value: row => row.round.market },
    { title: 'Market round', value: row => row.round.name },
    { title: 'Status', value: row => requirement.statuses[row.status].label },
    { title: 'Credit type', value: row => row.creditType },
    { title: 'Units needed', value: row => row.units },
    { title: 'Additional units needed', value: row => row.additionalUnits },
    { title: 'NCA', value: row => row.nca?.name ?? null },
    { title: 'LPA', value: row => row.lpa?.name ?? null },
    { title: 'Subcatchment', value: row => row.subcatchment?.name ?? null },
    { title: 'Redemption date', value: row => row.redemptionDate },
    { title: 'Bid (GBP)', value: row => row.bid },
    { title: 'Pays (GBP)', value: row => row.pays },
    { title: 'Pays per unit (GBP)', value: row => row.paysPerUnit },
    { title: 'Group', value: row => row.group?.name ?? null },
  ],
}
