import type { ParticipationRow } from '#contract/round/participation'
import type { AvailableAction } from '#contract/kit/resource'
import { EmptyStateAction } from '../../parts/action-bar.tsx'
import { textColumn, statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { pageAddress } from '#contract/nouns/nouns'

const COLUMNS: readonly Column<ParticipationRow>[] = [
  textColumn('round', 'Round', row => row.round.name, {
    main: true,
    cell: ({ round }) => `${round.market}, ${round.name}`,
  }),
  textColumn('capacity', 'Capacity', row => row.capacity),
  statusColumn('participation', 'status', 'Registration', row => row.status),
  statusColumn('round', 'roundStatus', 'Status of the round', row => row.round.status),
]

/** Rounds in which an organisation takes part, each linked to its participation. */
export const Participations = ({
  rows,
  add,
}: {
  rows: readonly ParticipationRow[]
  add?: AvailableAction
}) => (
  <RowsTable
    caption="Market rounds joined"
    columns={COLUMNS}
    rows={rows}
    rowLink={({ id, round }) =>
      `${pageAddress('round', { marketId: round.marketId, id: round.id })}/participation/${id}`
    }
    empty={<EmptyState title="No market rounds joined yet" button={<EmptyStateAction action={add} />} />}
  />
)
