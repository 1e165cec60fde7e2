import { NOT_GIVEN } from '#domain/messages'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import type { SortOf } from '#contract/noun'
import type { NOUNS } from '#contract/nouns'
import type { RequirementRow } from '#contract/requirement'
import { DayText, Quantity } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { needed } from './as-priced.ts'
import { chosenByCard } from './column-cards.tsx'
import { CREDIT_TYPE_SHORT } from './credit-words.ts'
import {
  amountColumn,
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

const extra = chosenByCard(REQUIREMENT_COLUMNS)
const ofArea = [name, status, buyer, roundColumn, need, placeColumn, redemption] as const

/** Requirements for a planning authority, which never sees bids. */
export const REQUIREMENTS_OF_AREA: readonly RequirementColumn[] = [...ofArea, ...extra]

/** Requirements in a list of their own. */
export const REQUIREMENT_LIST: readonly RequirementColumn[] = [...ofArea, bid, pays, ...extra]

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
