import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import type { SortOf } from '#contract/noun'
import type { NOUNS } from '#contract/nouns'
import type { Quantity as QuantityOf } from '#contract/balance'
import type { ProjectRow } from '#contract/project'
import { DayText } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import type { WirePeriods } from '../../parts/schedule.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { supplied } from './as-priced.ts'
import { UnitsOnDay } from './units-on-day.tsx'
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

type ProjectColumn = Column<ProjectRow, SortOf<typeof NOUNS.project>>

const Credits = ({ credits }: { credits: readonly QuantityOf[] }) => (
  <ul className="cell-list">
    {credits.map(credit => (
      <li key={credit.creditType}>
        <UnitsOnDay periods={credit.unitsPerPeriod} of={CREDIT_TYPE_SHORT[credit.creditType]} />
      </li>
    ))}
  </ul>
)

/** The units of a row over time, by credit type. */
export const schedulesOf = ({ credits: all }: ProjectRow): WirePeriods[] =>
  all.map(({ unitsPerPeriod }) => unitsPerPeriod)

const name = nameColumn('Project')
const supplier = ownerColumn<ProjectRow>('supplier', 'Supplier', row => row.supplier)
const status: ProjectColumn = {
  id: 'status',
  header: 'Status',
  card: 'status',
  sort: 'status',
  sortBy: row => row.status,
  cell: row => (
    <>
      <StatusBadge kind="project" status={row.status} />
      {row.nextCompliance && (
        <div className="small">
          Not compliant: {NEXT_COMPLIANCE_ACTION_LABELS[row.nextCompliance.action].toLowerCase()} by{' '}
          <DayText day={row.nextCompliance.date} />
        </div>
      )}
    </>
  ),
}
const credits: Column<ProjectRow> = {
  id: 'credits',
  header: 'Supplies',
  cell: row => <Credits credits={row.credits} />,
}
const offer = amountColumn<ProjectRow>(
  'offer',
  'Offer',
  row => row.offer,
  row => row.offerIsSealed,
  supplied,
)
const receives = paymentColumn<ProjectRow>(
  'receives',
  'Receives',
  row => row.receives,
  row => row.receivesPerUnit,
  row => row.won,
  row => row.proceeds,
)

const extra = chosenByCard(PROJECT_COLUMNS)
const ofArea = [name, status, supplier, roundColumn, placeColumn, credits] as const

/** Projects for a planning authority, which never sees offers. */
export const PROJECTS_OF_AREA: readonly ProjectColumn[] = [...ofArea, ...extra]

/** Projects in a list of their own. */
export const PROJECT_LIST: readonly ProjectColumn[] = [...ofArea, offer, receives, ...extra]

/** Projects of one round. */
export const PROJECTS_OF_ROUND: readonly ProjectColumn[] = [
  name,
  status,
  supplier,
  placeColumn,
  credits,
  offer,
  receives,
  ...extra,
]

/** Projects of one supplier. */
export const PROJECTS_OF_SUPPLIER: readonly ProjectColumn[] = [
  name,
  status,
  credits,
  offer,
  receives,
  placeColumn,
  roundColumn,
]
