import { resultPageAddress, type ResultSummary } from '#contract/round/result'
import { ShowPence, Money } from '../../parts/values/amounts.tsx'
import { dayColumn, moneyColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'

interface Row extends ResultSummary {
  id: string
}

const counted = ({ won, of }: ResultSummary['projects']) => (of === 0 ? null : `${won} of ${of}`)

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'round',
    header: 'Round',
    main: true,
    sortBy: row => row.round.market + row.round.name,
    cell: row => `${row.round.market}, ${row.round.name}`,
  },
  dayColumn('settled', 'Accepted', row => row.settledAt),
  { id: 'projects', header: 'Projects won', numeric: true, cell: row => counted(row.projects) },
  { id: 'requirements', header: 'Requirements won', numeric: true, cell: row => counted(row.requirements) },
  {
    id: 'receives',
    header: 'Receives',
    numeric: true,
    sortBy: row => -row.payment,
    cell: row => (
      <>
        {row.payment < 0 && <Money pounds={-row.payment} />}
        <ProceedsNote proceeds={row.proceeds} supplier={row.isOwn ? 'you' : 'the supplier'} />
      </>
    ),
  },
  moneyColumn('pays', 'Pays', row => row.payment, {
    cell: row => row.payment > 0 && <Money pounds={row.payment} />,
  }),
]

/** Results of settled rounds for an organisation, each linked to its page. */
export const OrganisationResults = ({ results }: { results: readonly ResultSummary[] }) => (
  <ShowPence>
    <RowsTable
      caption="Results"
      columns={COLUMNS}
      rows={results.map(result => ({ ...result, id: result.round.id }))}
      rowLink={({ round, organisation, isOwn }) =>
        resultPageAddress(round.id, isOwn ? undefined : organisation.id)
      }
      empty={<EmptyState title="No settled market round yet" />}
    />
  </ShowPence>
)
