import { NOT_GIVEN } from '#domain/messages'
import type { SortOf } from '#contract/noun'
import type { NOUNS } from '#contract/nouns'
import type { RequirementRow } from '#contract/requirement'
import { DayText, Quantity } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { needed } from './as-priced.ts'
import { CREDIT_TYPE_SHORT } from './credit-words.ts'
import {
  amountColumn,
  givenColumn,
  nameColumn,
  ownerColumn,
  paymentColumn,
  placeColumn,
  roundColumn,
} from './item-columns.tsx'

type RequirementColumn = Column<RequirementRow, SortOf<typeof NOUNS.requirement>>

const name = nameColumn('Requirement')
const buyer = ownerColumn<RequirementRow>('buyer', 'Buyer or investor', row => row.buyer)
const status: RequirementColumn = {
  id: 'status',
  header: 'Status',
  card: 'status',
  sort: 'status',
  sortBy: row => row.status,
  cell: row => <StatusBadge kind="requirement" status={row.status} />,
}
const need: Column<RequirementRow> = {
  id: 'need',
  header: 'Needs',
  cell: row =>
    row.creditType === null ? (
      <span className="quiet">{NOT_GIVEN}</span>
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
const redemption: RequirementColumn = {
  id: 'redemptionDate',
  header: 'Redemption',
  sort: 'redemptionDate',
  sortBy: row => row.redemptionDate,
  cell: row => <DayText day={row.redemptionDate} />,
}
const bid = amountColumn<RequirementRow>(
  'bid',
  'Bid',
  row => row.bid,
  row => row.bidIsSealed,
  needed,
)
const pays = paymentColumn<RequirementRow>(
  'pays',
  'Pays',
  row => row.pays,
  row => row.paysPerUnit,
  row => row.won,
)

/** What is shown of a requirement where it is chosen. */
const extra: readonly RequirementColumn[] = [
  { id: 'type', header: 'Type', isExtra: true, sort: 'type', cell: row => row.type },
  givenColumn('nca', 'National character area', row => row.nca, 'nca'),
  givenColumn('lpa', 'Local planning authority', row => row.lpa, 'lpa'),
  givenColumn('subcatchment', 'Subcatchment', row => row.subcatchment, 'subcatchment'),
  givenColumn('group', 'Group', row => row.group),
]

const ofArea = [name, status, buyer, roundColumn, need, placeColumn, redemption] as const

/** Requirements for a planning authority, which never sees bids. */
export const REQUIREMENTS_OF_AREA: readonly RequirementColumn[] = [...ofArea, ...extra]

/** Requirements in a list of their own. */
export const REQUIREMENT_COLUMNS: readonly RequirementColumn[] = [...ofArea, bid, pays, ...extra]

/** Requirements of one round. */
export const REQUIREMENTS_OF_ROUND: readonly RequirementColumn[] = [
  name,
  status,
  buyer,
  need,
  placeColumn,
  redemption,
  bid,
  pays,
  ...extra,
]

/** Requirements of one buyer or investor. */
export const REQUIREMENTS_OF_BUYER: readonly RequirementColumn[] = [
  name,
  status,
  need,
  bid,
  pays,
  redemption,
  placeColumn,
  roundColumn,
]
