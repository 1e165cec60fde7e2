import type { ParticipationRow } from '#contract/participation'
import type { AvailableAction } from '#contract/resource'
import { Door } from '../../parts/action-bar.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { addressOf } from '#contract/nouns'

const COLUMNS: readonly Column<ParticipationRow>[] = [
  {
    id: 'round',
    header: 'Round',
    main: true,
    sortBy: row => row.round.name,
    cell: row => `${row.round.market}, ${row.round.name}`,
  },
  { id: 'capacity', header: 'As', sortBy: row => row.capacity, cell: row => row.capacity },
  {
    id: 'status',
    header: 'Registration',
    sortBy: row => row.status,
    cell: row => <StatusBadge kind="participation" status={row.status} />,
  },
  {
    id: 'roundStatus',
    header: 'Status of the round',
    sortBy: row => row.round.status,
    cell: row => <StatusBadge kind="round" status={row.round.status} />,
  },
]

/** The rounds in which an organisation takes part, each leading to its registration there. */
export const Participations = ({
  rows,
  add,
}: {
  rows: readonly ParticipationRow[]
  add?: AvailableAction
}) => (
  <RowsTable
    caption="Taking part"
    columns={COLUMNS}
    rows={rows}
    rowLink={({ id, round }) =>
      `${addressOf('round', { marketId: round.marketId, id: round.id })}/participation/${id}`
    }
    empty={<EmptyState title="Not taking part in any market round" button={<Door action={add} />} />}
  />
)
