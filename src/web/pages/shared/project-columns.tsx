import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import type { ProjectRow, Quantity as QuantityOf } from '#domain/wire/project'
import { DayText, Money, Quantity } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { CREDIT_TYPE_SHORT } from './credit-words.ts'
import { Sealed } from './sealed.tsx'

const Credits = ({ credits }: { credits: readonly QuantityOf[] }) => (
  <ul className="cell-list nowrap">
    {credits.map(credit => (
      <li key={credit.creditType}>
        <Quantity units={credit.units} />{' '}
        <span className="quiet">{CREDIT_TYPE_SHORT[credit.creditType]}</span>
      </li>
    ))}
  </ul>
)

const name: Column<ProjectRow> = {
  id: 'name',
  header: 'Project',
  main: true,
  sortable: true,
  sortBy: row => row.name,
  cell: row => row.name,
}
const supplier: Column<ProjectRow> = {
  id: 'supplier',
  header: 'Supplier',
  sortBy: row => row.supplier.name,
  cell: row => row.supplier.name,
}
const round: Column<ProjectRow> = {
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
const status: Column<ProjectRow> = {
  id: 'status',
  header: 'Status',
  sortable: true,
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
const place: Column<ProjectRow> = {
  id: 'place',
  header: 'Place',
  cell: row => (row.subcatchment ?? row.nca ?? row.lpa)?.name ?? <span className="quiet">Not given</span>,
}
const credits: Column<ProjectRow> = {
  id: 'credits',
  header: 'Supplies',
  cell: row => <Credits credits={row.credits} />,
}
const offer: Column<ProjectRow> = {
  id: 'offer',
  header: 'Offer',
  numeric: true,
  sortBy: row => row.offer,
  cell: row => (row.offerIsSealed ? <Sealed round={row.round} short /> : <Money pounds={row.offer} />),
}

/** Projects in a list of their own. */
export const PROJECT_COLUMNS: readonly Column<ProjectRow>[] = [
  name,
  supplier,
  round,
  status,
  place,
  credits,
  offer,
]

/** Projects for a planning authority, which never sees offers. */
export const PROJECTS_OF_AREA: readonly Column<ProjectRow>[] = [name, supplier, round, status, place, credits]

/** Projects of one round. */
export const PROJECTS_OF_ROUND: readonly Column<ProjectRow>[] = [
  name,
  supplier,
  status,
  place,
  credits,
  offer,
]

/** Projects of one supplier. */
export const PROJECTS_OF_SUPPLIER: readonly Column<ProjectRow>[] = [
  name,
  status,
  credits,
  offer,
  place,
  round,
]
