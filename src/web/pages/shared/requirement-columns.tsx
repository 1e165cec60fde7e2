import type { RequirementRow } from '#domain/wire/project'
import { DayText, Money, Quantity } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { CREDIT_TYPE_SHORT } from './credit-words.ts'
import { Sealed } from './sealed.tsx'

const name: Column<RequirementRow> = {
  id: 'name',
  header: 'Requirement',
  main: true,
  sortable: true,
  sortBy: row => row.name,
  cell: row => row.name,
}
const buyer: Column<RequirementRow> = {
  id: 'buyer',
  header: 'Buyer or investor',
  sortBy: row => row.buyer.name,
  cell: row => row.buyer.name,
}
const round: Column<RequirementRow> = {
  id: 'round',
  header: 'Round',
  sortBy: row => row.round.market + row.round.name,
  cell: row => (
    <>
      {row.round.name}
      <div className="quiet small cell-market">{row.round.market}</div>
    </>
  ),
}
const status: Column<RequirementRow> = {
  id: 'status',
  header: 'Status',
  sortable: true,
  sortBy: row => row.status,
  cell: row => <StatusBadge kind="requirement" status={row.status} />,
}
const need: Column<RequirementRow> = {
  id: 'need',
  header: 'Needs',
  cell: row =>
    row.creditType === null ? (
      <span className="quiet">Not given</span>
    ) : (
      <>
        <Quantity units={row.units} />
        {row.additionalUnits ? (
          <>
            {' '}
            + <Quantity units={row.additionalUnits} /> additional
          </>
        ) : null}{' '}
        <span className="quiet">{CREDIT_TYPE_SHORT[row.creditType]}</span>
      </>
    ),
}
const place: Column<RequirementRow> = {
  id: 'place',
  header: 'Place',
  cell: row => (row.subcatchment ?? row.nca ?? row.lpa)?.name ?? <span className="quiet">Not given</span>,
}
const redemption: Column<RequirementRow> = {
  id: 'redemptionDate',
  header: 'Redemption',
  sortBy: row => row.redemptionDate,
  cell: row => <DayText day={row.redemptionDate} />,
}
const bid: Column<RequirementRow> = {
  id: 'bid',
  header: 'Bid',
  numeric: true,
  sortBy: row => row.bid,
  cell: row => (row.bidIsSealed ? <Sealed round={row.round} short /> : <Money pounds={row.bid} />),
}

/** Requirements in a list of their own. */
export const REQUIREMENT_COLUMNS: readonly Column<RequirementRow>[] = [
  name,
  buyer,
  round,
  status,
  need,
  place,
  redemption,
  bid,
]

/** Requirements for a planning authority, which never sees bids. */
export const REQUIREMENTS_OF_AREA: readonly Column<RequirementRow>[] = [
  name,
  buyer,
  round,
  status,
  need,
  place,
  redemption,
]

/** Requirements of one round. */
export const REQUIREMENTS_OF_ROUND: readonly Column<RequirementRow>[] = [
  name,
  buyer,
  status,
  need,
  place,
  redemption,
  bid,
]

/** Requirements of one buyer or investor. */
export const REQUIREMENTS_OF_BUYER: readonly Column<RequirementRow>[] = [
  name,
  status,
  need,
  bid,
  redemption,
  place,
  round,
]
