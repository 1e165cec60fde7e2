import { PERMISSION_LABELS } from '#domain/people/authority'
import { AUTHORITY_COLUMNS, type AuthorityRow } from '#contract/people/authority'
import { useResource } from '../../api/api.ts'
import { EmptyStateAction, ResourceActions } from '../../parts/action-bar.tsx'
import type { AvailableAction } from '#contract/kit/resource'
import { statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { NOUNS } from '#contract/nouns/nouns'
import { createCardColumn } from '../lists/column-cards.tsx'
import { OrganisationLink } from '../shared/owner-link.tsx'

const AuthorityActions = ({ id }: { id: string }) => {
  const authority = useResource(NOUNS.agentAuthority, id)
  return authority.data ? <ResourceActions resource={authority.data} /> : null
}

const column = createCardColumn(AUTHORITY_COLUMNS)
const agent = column<AuthorityRow>('agent', {
  main: true,
  cell: row => <OrganisationLink organisation={row.agent} type="AGENT" />,
})
const client = column<AuthorityRow>('client', {
  cell: row => <OrganisationLink organisation={row.client} />,
})
const ofRound: readonly Column<AuthorityRow>[] = [
  statusColumn('agentAuthority', 'status', AUTHORITY_COLUMNS.status.label, row => row.status, {
    card: 'status',
  }),
  {
    id: 'permissions',
    header: 'Permissions',
    cell: row => (
      <ul className="cell-list">
        {row.permissions.map(permission => (
          <li key={permission}>{PERMISSION_LABELS[permission]}</li>
        ))}
      </ul>
    ),
  },
  { id: 'actions', header: 'Actions', hideHeader: true, cell: row => <AuthorityActions id={row.id} /> },
]

const common = [column<AuthorityRow>('round', { header: 'Round' }), ...ofRound]
const AGENTS = [agent, ...common]
const CLIENTS = [{ ...client, main: true }, ...common]

/** Columns for one round: agent and client, with the actions on their authority. */
export const ROUND_AGENT_COLUMNS: readonly Column<AuthorityRow>[] = [agent, client, ...ofRound]

/** Authorities to act: agent, client, round and permissions. */
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
    empty={
      <EmptyState
        title={of === 'agents' ? 'No agents' : 'No clients'}
        button={<EmptyStateAction action={add} />}
      />
    }
  />
)
