import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project/project-check'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import type { SortOf } from '#contract/kit/noun'
import type { NOUNS } from '#contract/nouns/nouns'
import type { ProjectRow } from '#contract/project/project'
import { DayText } from '../../parts/values/amounts.tsx'
import { textColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import type { UnitsByPeriod } from '../../parts/values/schedule.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { unitsPricedByOffer } from '../shared/as-priced.ts'
import { CreditsOnPageDate } from '../shared/units-on-day.tsx'
import { optionalCardColumns } from './column-cards.tsx'
import {
  amountColumn,
  nameColumn,
  ownerColumn,
  paymentColumn,
  placeColumn,
  roundColumn,
} from './item-columns.tsx'

type ProjectColumn = Column<ProjectRow, SortOf<typeof NOUNS.project>>

/** Schedules of a row's units, by credit type. */
export const schedulesByCreditType = ({ credits: all }: ProjectRow): UnitsByPeriod[] =>
  all.map(({ unitsPerPeriod }) => unitsPerPeriod)

const name = nameColumn('Project')
const supplier = ownerColumn<ProjectRow>('supplier', 'Supplier', row => row.supplier)
const status: ProjectColumn = textColumn('status', PROJECT_COLUMNS.status.label, row => row.status, {
  card: 'status',
  sort: 'status',
  cell: row => (
    <>
      <StatusBadge kind="project" status={row.status} />
      {row.nextCompliance && (
        <div className="small">
          Not compliant: {NEXT_COMPLIANCE_ACTION_LABELS[row.nextCompliance.action]} by{' '}
          <DayText day={row.nextCompliance.date} />
        </div>
      )}
    </>
  ),
})
const credits: Column<ProjectRow> = {
  id: 'credits',
  header: 'Supplies',
  cell: row => <CreditsOnPageDate credits={row.credits} />,
}
const offer = amountColumn<ProjectRow>(
  'offer',
  'Offer',
  row => row.offer,
  row => row.offerIsSealed,
  unitsPricedByOffer,
)
const receives = paymentColumn<ProjectRow>(
  'receives',
  'Receives',
  row => row.receives,
  row => row.receivesPerUnit,
  row => row.won,
  row => row.proceeds,
)

const extra = optionalCardColumns(PROJECT_COLUMNS)
const ofArea = [name, status, supplier, roundColumn, placeColumn, credits] as const

/** Project columns for a planning authority, which never sees offers. */
export const AREA_PROJECT_COLUMNS: readonly ProjectColumn[] = [...ofArea, ...extra]

/** Columns of the list of projects. */
export const PROJECT_LIST_COLUMNS: readonly ProjectColumn[] = [...ofArea, offer, receives, ...extra]

/** Columns of the projects of one round. */
export const ROUND_PROJECT_COLUMNS: readonly ProjectColumn[] = [
  name,
  status,
  supplier,
  placeColumn,
  credits,
  offer,
  receives,
  ...extra,
]

/** Columns of the projects of one supplier. */
export const SUPPLIER_PROJECT_COLUMNS: readonly ProjectColumn[] = [
  name,
  status,
  credits,
  offer,
  receives,
  placeColumn,
  roundColumn,
]
