import { MISSING_ANSWER_TEXT } from '#domain/values/messages'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import type { SortOf } from '#contract/kit/noun'
import type { NOUNS } from '#contract/nouns/nouns'
import type { RequirementRow } from '#contract/requirement/requirement'
import { Quantity } from '../../parts/values/amounts.tsx'
import { dayColumn, statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { unitsPricedByBid } from '../shared/as-priced.ts'
import { optionalCardColumns } from './column-cards.tsx'
import { SHORT_CREDIT_TYPE_LABELS } from '../shared/credit-words.ts'
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
const status: RequirementColumn = statusColumn(
  'requirement',
  'status',
  REQUIREMENT_COLUMNS.status.label,
  row => row.status,
  { card: 'status', sort: 'status' },
)
const need: Column<RequirementRow> = {
  id: 'need',
  header: 'Needs',
  cell: row =>
    row.creditType === null ? (
      <span className="quiet">{MISSING_ANSWER_TEXT}</span>
    ) : (
      <>
        <Quantity units={row.units} />
        {row.additionalUnits ? (
          <>
            {' '}
            + <Quantity units={row.additionalUnits} /> additional
          </>
        ) : null}{' '}
        <span className="quiet">{SHORT_CREDIT_TYPE_LABELS[row.creditType]}</span>
      </>
    ),
}
const redemption: RequirementColumn = dayColumn('redemptionDate', 'Redemption', row => row.redemptionDate, {
  sort: 'redemptionDate',
})
const bid = amountColumn<RequirementRow>(
  'bid',
  'Bid',
  row => row.bid,
  row => row.bidIsSealed,
  unitsPricedByBid,
)
const pays = paymentColumn<RequirementRow>(
  'pays',
  'Pays',
  row => row.pays,
  row => row.paysPerUnit,
  row => row.won,
)

const extra = optionalCardColumns(REQUIREMENT_COLUMNS)
const ofArea = [name, status, buyer, roundColumn, need, placeColumn, redemption] as const

/** Requirement columns for a planning authority, which never sees bids. */
export const AREA_REQUIREMENT_COLUMNS: readonly RequirementColumn[] = [...ofArea, ...extra]

/** Columns of the list of requirements. */
export const REQUIREMENT_LIST_COLUMNS: readonly RequirementColumn[] = [...ofArea, bid, pays, ...extra]

/** Columns of the requirements of one round. */
export const ROUND_REQUIREMENT_COLUMNS: readonly RequirementColumn[] = [
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

/** Columns of the requirements of one buyer or investor. */
export const BUYER_REQUIREMENT_COLUMNS: readonly RequirementColumn[] = [
  name,
  status,
  need,
  bid,
  pays,
  redemption,
  placeColumn,
  roundColumn,
]
