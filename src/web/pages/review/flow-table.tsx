import { useMemo } from 'react'
import { Link } from 'react-router'
import type { ReviewFlow } from '#contract/match'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { quantityOf, unitsOf } from '#domain/units'
import { DayText, Quantity } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'

type Row = ReviewFlow & { id: string }

/** What a service is called: one without a habitat by what it yields. */
const serviceOf = ({ service, creditType }: Row): string =>
  service === creditType ? CREDIT_TYPE_LABELS[creditType] : service

const COLUMNS: Column<Row>[] = [
  {
    id: 'project',
    header: 'Project',
    main: true,
    sortBy: row => row.project.name,
    cell: row => <Link to={`/projects/${row.project.id}`}>{row.project.name}</Link>,
  },
  { id: 'service', header: 'Service', sortBy: serviceOf, cell: serviceOf },
  {
    id: 'requirement',
    header: 'Requirement',
    sortBy: row => row.requirement.name,
    cell: row => <Link to={`/credit-requirements/${row.requirement.id}`}>{row.requirement.name}</Link>,
  },
  { id: 'start', header: 'From', sortBy: row => row.start, cell: row => <DayText day={row.start} /> },
  {
    id: 'end',
    header: 'Until',
    sortBy: row => row.end ?? '9999',
    cell: row => (row.end === null ? 'for ever' : <DayText day={row.end} />),
  },
  {
    id: 'units',
    header: 'Units',
    numeric: true,
    sortBy: row => row.units,
    cell: row => <Quantity units={row.units} />,
  },
  {
    id: 'reserved',
    header: 'Reserve',
    numeric: true,
    sortBy: row => row.reserved,
    cell: row => <Quantity units={row.reserved} />,
  },
]

const total = (flows: readonly ReviewFlow[], of: 'units' | 'reserved'): number =>
  quantityOf(flows.reduce((sum, flow) => sum + unitsOf(flow[of]), 0))

/** The flows of one period in words and numbers, service by service. */
export const FlowTable = ({ flows, label }: { flows: readonly ReviewFlow[]; label: string }) => {
  const rows = useMemo(
    () => flows.map(flow => ({ ...flow, id: `${flow.serviceId} ${flow.requirement.id} ${flow.start}` })),
    [flows],
  )
  return (
    <RowsTable
      caption={label}
      columns={COLUMNS}
      rows={rows}
      summary={{
        name: 'Together',
        cells: {
          units: <Quantity units={total(flows, 'units')} />,
          reserved: <Quantity units={total(flows, 'reserved')} />,
        },
      }}
    />
  )
}
