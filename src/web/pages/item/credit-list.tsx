import { Link } from 'react-router'
import { pageAddress } from '#contract/nouns/nouns'
import type { CreditRow } from '#contract/credit/credit'
import { unitsColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import {
  CREDIT_STATUS_COLUMN,
  CreditTypeCell,
  holderText,
  Serials,
  termText,
} from '../lists/credit-columns.tsx'
import { SoldProjectLink } from '../shared/owner-link.tsx'
import { UnitsOnPageDate } from '../shared/units-on-day.tsx'

const what: Column<CreditRow> = {
  id: 'what',
  header: 'Credits',
  main: true,
  cell: row => (
    <>
      <CreditTypeCell of={row} />
      <div className="quiet small">
        <Serials serials={row.serials} />
      </div>
    </>
  ),
}
const term: Column<CreditRow> = { id: 'term', header: 'Term', cell: termText }
const units = unitsColumn<CreditRow>('units', 'Units', row => row.units, {
  cell: row => <UnitsOnPageDate periods={row.unitsPerPeriod} />,
})

const OF_PROJECT: readonly Column<CreditRow>[] = [
  what,
  {
    id: 'for',
    header: 'For',
    sortBy: row => row.requirement?.name ?? null,
    cell: row =>
      row.requirement ? (
        <Link to={pageAddress('requirement', { id: row.requirement.id })}>{row.requirement.name}</Link>
      ) : (
        <span className="quiet">{holderText(row)}</span>
      ),
  },
  CREDIT_STATUS_COLUMN,
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
      project ? <SoldProjectLink project={project} /> : <span className="quiet">A project in the round</span>,
  },
  CREDIT_STATUS_COLUMN,
  term,
  units,
]

/** Credits of a settled project or requirement. */
export const CreditList = ({
  credits,
  of,
}: {
  credits: readonly CreditRow[]
  of: 'project' | 'requirement'
}) => (
  <RowsTable caption="All credits" columns={of === 'project' ? OF_PROJECT : OF_REQUIREMENT} rows={credits} />
)
