import type { ParticipationRow } from '#contract/participation'
import type { RoundDeclarationRow, RoundView } from '#contract/round'
import { useList } from '../../api.ts'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar, type Filter } from '../../parts/filter-bar.tsx'
import { useListParams } from '../../parts/list-address.ts'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { addressOf } from '#contract/nouns'
import { PROJECT_STATUS_CHOICES, REQUIREMENT_STATUS_CHOICES } from '../shared/choices.ts'
import { PROJECTS_OF_ROUND } from '../shared/project-columns.tsx'
import { REQUIREMENTS_OF_ROUND } from '../shared/requirement-columns.tsx'
import { DECLARATION_CATEGORY_LABELS } from '#domain/declaration'

const PARTICIPANT_COLUMNS: readonly Column<ParticipationRow>[] = [
  { id: 'organisation', header: 'Organisation', main: true, cell: row => row.organisation.name },
  { id: 'capacity', header: 'Capacity', cell: row => row.capacity },
  {
    id: 'status',
    header: 'Status',
    cell: row => <StatusBadge kind="participation" status={row.status} />,
  },
]

/** Who takes part in a round, and in which capacity. */
export const RoundParticipants = ({ round }: { round: RoundView }) => (
  <DataTable
    caption="Participants of the round"
    columns={PARTICIPANT_COLUMNS}
    list={useList<ParticipationRow>('/api/participations', useListParams({ marketRoundId: round.id }))}
    rowLink={row =>
      `${addressOf('round', { marketId: round.market.id, id: round.id })}/participation/${row.id}`
    }
    empty={
      <EmptyState title="Nobody takes part yet">Participants register while the round is open.</EmptyState>
    }
  />
)

const RoundItems = <T extends { id: string }, Sort extends string>({
  roundId,
  path,
  caption,
  statuses,
  columns,
  pageOf,
  empty,
}: {
  roundId: string
  path: string
  caption: string
  statuses: Filter['choices']
  columns: readonly Column<T, Sort>[]
  pageOf: (id: string) => string
  empty: string
}) => (
  <div className="stack">
    <FilterBar
      filters={[
        { id: 'q', label: 'Name' },
        { id: 'status', label: 'Status', choices: statuses },
      ]}
    />
    <DataTable
      caption={caption}
      columns={columns}
      list={useList<T>(path, useListParams({ marketRoundId: roundId }))}
      rowLink={row => pageOf(row.id)}
      empty={<EmptyState title={empty}>None is registered, or none fits the filters.</EmptyState>}
      download={`${path}?marketRoundId=${roundId}`}
    />
  </div>
)

/** The projects of a round. */
export const RoundProjects = ({ roundId }: { roundId: string }) => (
  <RoundItems
    roundId={roundId}
    path="/api/projects"
    caption="Projects of the round"
    statuses={PROJECT_STATUS_CHOICES}
    columns={PROJECTS_OF_ROUND}
    pageOf={id => addressOf('project', { id })}
    empty="No projects"
  />
)

/** The credit requirements of a round. */
export const RoundRequirements = ({ roundId }: { roundId: string }) => (
  <RoundItems
    roundId={roundId}
    path="/api/requirements"
    caption="Credit requirements of the round"
    statuses={REQUIREMENT_STATUS_CHOICES}
    columns={REQUIREMENTS_OF_ROUND}
    pageOf={id => addressOf('requirement', { id })}
    empty="No requirements"
  />
)

const audience = (row: RoundDeclarationRow): string =>
  row.isForAgents && row.isForParticipants
    ? 'Participants and agents'
    : row.isForAgents
      ? 'Agents'
      : 'Participants'

/** What has to be declared in a round, by occasion. */
export const RoundDeclarations = ({ roundId }: { roundId: string }) => (
  <QueryBoundary
    query={useList<RoundDeclarationRow>('/api/round-declarations', { marketRoundId: roundId, limit: 200 })}
  >
    {list =>
      list.items.length === 0 ? (
        <EmptyState title="No declarations">Nothing has to be declared in this round.</EmptyState>
      ) : (
        <ul className="plain-list">
          {list.items.map(row => (
            <li key={row.id}>
              <div className="measure">
                <p className="label">{DECLARATION_CATEGORY_LABELS[row.category]}</p>
                <h2 className="declaration-name">{row.name}</h2>
                <p>{row.declaration}</p>
              </div>
              <span className="quiet small">
                {audience(row)}, answered {row.answers === 1 ? 'once' : `${row.answers} times`}
              </span>
            </li>
          ))}
        </ul>
      )
    }
  </QueryBoundary>
)
