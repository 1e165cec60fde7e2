import { useMemo } from 'react'
import { Link } from 'react-router'
import type { ReviewFlow } from '#contract/round/match'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { unitsToNumber, toUnits } from '@credit-market/values/units'
import { DayText, Quantity } from '../../parts/values/amounts.tsx'
import { textColumn, dayColumn, unitsColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'

type Row = ReviewFlow & { id: string }

/** Name of a service: without a habitat, that of its credit type. */
const serviceOf = ({ service, creditType }: Row): string =>
  service === creditType ? CREDIT_TYPE_LABELS[creditType] : service

const COLUMNS: Column<Row>[] = [
  textColumn('project', 'Project', row => row.project.name, {
    main: true,
    cell: ({ project }) => <Link to={`/projects/${project.id}`}>{project.name}</Link>,
  }),
  textColumn('service', 'Service', serviceOf),
  textColumn('requirement', 'Requirement', row => row.requirement.name, {
    cell: ({ requirement: { id, name } }) => <Link to={`/credit-requirements/${id}`}>{name}</Link>,
  }),
  dayColumn('start', 'From', row => row.start),
  {
    id: 'end',
    header: 'Until',
    sortBy: row => row.end ?? '9999',
    cell: row => (row.end === null ? 'for ever' : <DayText day={row.end} />),
  },
  unitsColumn('units', 'Units', row => row.units),
  unitsColumn('reserved', 'Reserve', row => row.reserved),
]

const total = (flows: readonly ReviewFlow[], of: 'units' | 'reserved'): number =>
  unitsToNumber(flows.reduce((sum, flow) => sum + toUnits(flow[of]), 0))

/** Flows of one period as text and numbers, by service. */
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
        name: 'Total',
        cells: {
          units: <Quantity units={total(flows, 'units')} />,
          reserved: <Quantity units={total(flows, 'reserved')} />,
        },
      }}
    />
  )
}
