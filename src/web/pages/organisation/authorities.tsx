import { PERMISSION_LABELS } from '#domain/authority'
import type { AuthorityRow } from '#contract/authority'
import { useResource } from '../../api.ts'
import { Door, ResourceActions } from '../../parts/action-bar.tsx'
import type { AvailableAction } from '#contract/resource'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { NOUNS } from '#contract/nouns'
import { OrganisationLink } from '../shared/owner-link.tsx'

const AuthorityActions = ({ id }: { id: string }) => {
  const authority = useResource(NOUNS.agentAuthority, id)
  return authority.data ? <ResourceActions resource={authority.data} /> : null
}

const ofRound = [
  {
    id: 'status',
    header: 'Status',
    card: 'status',
    sortBy: row => row.status,
    cell: row => <StatusBadge kind="agentAuthority" status={row.status} />,
  },
  {
    id: 'permissions',
    header: 'May',
    cell: row => (
      <ul className="cell-list">
        {row.permissions.map(permission => (
          <li key={permission}>{PERMISSION_LABELS[permission]}</li>
        ))}
      </ul>
    ),
  },
  { id: 'actions', header: 'Actions', hideHeader: true, cell: row => <AuthorityActions id={row.id} /> },
] as const satisfies readonly Column<AuthorityRow>[]

const common: readonly Column<AuthorityRow>[] = [
  { id: 'round', header: 'Round', sortBy: row => row.round.name, cell: row => row.round.name },
  ...ofRound,
]

const AGENTS: readonly Column<AuthorityRow>[] = [
  {
    id: 'agent',
    header: 'Agent',
    main: true,
    sortBy: row => row.agent.name,
    cell: row => <OrganisationLink organisation={row.agent} type="AGENT" />,
  },
  ...common,
]

const CLIENTS: readonly Column<AuthorityRow>[] = [
  {
    id: 'client',
    header: 'Client',
    main: true,
    sortBy: row => row.client.name,
    cell: row => <OrganisationLink organisation={row.client} />,
  },
  ...common,
]

/** Of one round: agent and client, with what may be done about their authority. */
export const AGENTS_OF_ROUND: readonly Column<AuthorityRow>[] = [
  {
    id: 'agent',
    header: 'Agent',
    main: true,
    cell: row => <OrganisationLink organisation={row.agent} type="AGENT" />,
  },
  { id: 'client', header: 'Client', cell: row => <OrganisationLink organisation={row.client} /> },
  ...ofRound,
]

/** Who may act for whom, in which round, and to do what. */
export const Authorities = ({
  rows,
  of,
  add,
}: {
  rows: readonly AuthorityRow[]
  of: 'agents' | 'clients'
  add?: AvailableAction
}) => (
  <RowsTable
    caption={of === 'agents' ? 'Agents' : 'Clients'}
    columns={of === 'agents' ? AGENTS : CLIENTS}
    rows={rows}
    empty={<EmptyState title={of === 'agents' ? 'No agents' : 'No clients'} button={<Door action={add} />} />}
  />
)
