import type { CaseReplacement } from '#contract/case/case'
import { moneyColumn, unitsColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { DayText } from '../../parts/values/amounts.tsx'
import { Serials } from '../lists/credit-columns.tsx'

const COLUMNS: readonly Column<CaseReplacement>[] = [
  {
    id: 'failed',
    header: 'Failed units',
    main: true,
    cell: ({ replaces }) => <Serials serials={[replaces]} />,
  },
  { id: 'replacing', header: 'Replaced by', cell: ({ serial }) => <Serials serials={[serial]} /> },
  { id: 'project', header: 'From', cell: ({ project }) => project.name },
  { id: 'since', header: 'Since', cell: ({ since }) => <DayText day={since} /> },
  unitsColumn<CaseReplacement>('units', 'Units', row => row.units),
]

const WITH_PRICE: readonly Column<CaseReplacement>[] = [
  ...COLUMNS,
  moneyColumn<CaseReplacement>('price', 'Price per unit', row => row.pricePerUnit),
]

/** Table of the units that a case has replaced. */
export const Replacements = ({ rows }: { rows: readonly CaseReplacement[] }) => (
  <RowsTable
    caption="Units that were replaced"
    columns={rows.some(({ pricePerUnit }) => pricePerUnit !== null) ? WITH_PRICE : COLUMNS}
    rows={rows}
    rowLink={() => null}
  />
)
