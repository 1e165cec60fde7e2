import { resultAddress, type ResultHead } from '#contract/result'
import { DayText, InPence, Money } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { ProceedsNote } from '../shared/proceeds-note.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'

interface Row extends ResultHead {
  id: string
}

const counted = ({ won, of }: ResultHead['projects']) => (of === 0 ? null : `${won} of ${of}`)

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'round',
    header: 'Round',
    main: true,
    sortBy: row => row.round.market + row.round.name,
    cell: row => `${row.round.market}, ${row.round.name}`,
  },
  {
    id: 'settled',
    header: 'Accepted',
    sortBy: row => row.settledAt,
    cell: row => <DayText day={row.settledAt} />,
  },
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
  {
    id: 'pays',
    header: 'Pays',
    numeric: true,
    sortBy: row => row.payment,
    cell: row => row.payment > 0 && <Money pounds={row.payment} />,
  },
]

/** What settled rounds have meant for an organisation, each leading to its result. */
export const Results = ({ results }: { results: readonly ResultHead[] }) => (
  <InPence>
    <RowsTable
      caption="Results"
      columns={COLUMNS}
      rows={results.map(result => ({ ...result, id: result.round.id }))}
      rowLink={({ round, organisation, isOwn }) =>
        resultAddress(round.id, isOwn ? undefined : organisation.id)
      }
      empty={<EmptyState title="No settled market round yet" />}
    />
  </InPence>
)
