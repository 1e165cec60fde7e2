import { z } from 'zod'
import { AUTHORITY_STATUSES, PERMISSIONS } from '#domain/authority'
import { choice, columnsOf, filtersOf, relation, own, sortsOf } from './columns/column.ts'
import { byIds, noun } from './noun.ts'
import { resourceOf, rowOf } from './resource.ts'
import { maybeText, named } from './values.ts'

const columns = {
  round: named,
  client: named,
  agent: named,
  status: z.enum(AUTHORITY_STATUSES),
  permissions: z.array(z.enum(PERMISSIONS)),
}

export const AUTHORITY_COLUMNS = columnsOf('agentAuthority', {
  client: relation('Client', 'organisation', { sort: true }),
  agent: relation('Agent', 'organisation', { sort: true }),
  round: relation('Market round', 'round', { sort: true }),
  status: choice('Status', columns.status, { sort: true, filter: true }),
  permissions: own('Permissions'),
})

export const authorityRow = z.object({ ...rowOf, ...columns }).meta({ id: 'AgentAuthorityRow' })
export type AuthorityRow = z.infer<typeof authorityRow>
export const authorityView = z
  .object({ ...resourceOf('agentAuthority'), ...columns, reason: maybeText })
  .meta({ id: 'AgentAuthority' })
export type AuthorityView = z.infer<typeof authorityView>

/** An agent's signed permission to act for one client in one round. */
export const agentAuthority = noun({
  kind: 'agentAuthority',
  path: 'agent-authority',
  list: 'agent-authorities',
  called: ['agent authority', 'agent authorities'],
  readBy: 'own rule',
  owner: 'clientId',
  isSubject: true,
  statuses: {
    Pending: { label: 'Pending', tone: 'warn' },
    Approved: { label: 'Approved', tone: 'good' },
    Rejected: { label: 'Rejected', tone: 'bad' },
  },
  row: authorityRow,
  view: authorityView,
  filters: {
    marketRoundId: byIds,
    clientId: byIds,
    agentId: byIds,
    organisationId: byIds,
    ...filtersOf(AUTHORITY_COLUMNS),
  },
  sorts: sortsOf(AUTHORITY_COLUMNS),
})
