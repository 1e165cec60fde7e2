import { Link } from 'react-router'
import { addressOf } from '#contract/nouns'
import { CREDIT_TYPE_LABELS, unitsNote } from '#domain/credit-type'
import type { CreditRow } from '#contract/credit'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { holderText, Serials, termText } from '../shared/credit-columns.tsx'
import { SoldProjectLink } from '../shared/owner-link.tsx'
import { UnitsOnDay } from '../shared/units-on-day.tsx'
import { habitatText } from './habitat-text.ts'

const what: Column<CreditRow> = {
  id: 'what',
  header: 'Credits',
  main: true,
  cell: row => (
    <>
      {CREDIT_TYPE_LABELS[row.creditType]}
      <div className="quiet small">{habitatText(row) || unitsNote(row.creditType)}</div>
      <div className="quiet small">
        <Serials serials={row.serials} />
      </div>
    </>
  ),
}
const status: Column<CreditRow> = {
  id: 'status',
  header: 'Status',
  card: 'status',
  cell: row => <StatusBadge kind="credit" status={row.status} label={row.label} />,
}
const term: Column<CreditRow> = {
  id: 'term',
  header: 'Term',
  cell: termText,
}
const units: Column<CreditRow> = {
  id: 'units',
  header: 'Units',
  numeric: true,
  sortBy: row => row.units,
  cell: row => <UnitsOnDay periods={row.unitsPerPeriod} />,
}

const OF_PROJECT: readonly Column<CreditRow>[] = [
  what,
  {
    id: 'for',
    header: 'For',
    sortBy: row => row.requirement?.name ?? null,
    cell: row =>
      row.requirement ? (
        <Link to={addressOf('requirement', { id: row.requirement.id })}>{row.requirement.name}</Link>
      ) : (
        <span className="quiet">{holderText(row)}</span>
      ),
  },
  status,
  term,
  units,
]

const OF_REQUIREMENT: readonly Column<CreditRow>[] = [
  what,
  {
    id: 'from',
    header: 'From',
    sortBy: row => row.project?.name ?? null,
    cell: ({ project }) =>
      project ? <SoldProjectLink project={project} /> : <span className="quiet">A project of the round</span>,
  },
  status,
  term,
  units,
]

/** The credits of a settled project or requirement. */
export const CreditList = ({
  credits,
  of,
}: {
  credits: readonly CreditRow[]
  of: 'project' | 'requirement'
}) => (
  <RowsTable
    caption="Credits, one by one"
    columns={of === 'project' ? OF_PROJECT : OF_REQUIREMENT}
    rows={credits}
  />
)
