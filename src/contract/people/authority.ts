import { z } from 'zod'
import { AUTHORITY_STATUSES, PERMISSIONS } from '#domain/people/authority'
import {
  choiceColumn,
  defineColumns,
  columnFilters,
  relationColumn,
  derivedColumn,
  sortOptionNames,
} from '../columns/column.ts'
import { idsFilter, defineNoun } from '../kit/noun.ts'
import { resourceFields, rowFields } from '../kit/resource.ts'
import { nullableText, idAndName } from '../kit/values.ts'

const columns = {
  round: idAndName,
  client: idAndName,
  agent: idAndName,
  status: z.enum(AUTHORITY_STATUSES),
  permissions: z.array(z.enum(PERMISSIONS)),
}

export const AUTHORITY_COLUMNS = defineColumns('agentAuthority', {
  client: relationColumn('Client', 'organisation', { sort: true }),
  agent: relationColumn('Agent', 'organisation', { sort: true }),
  round: relationColumn('Market round', 'round', { sort: true }),
  status: choiceColumn('Status', columns.status, { sort: true, filter: true }),
  permissions: derivedColumn('Permissions'),
})

export const authorityRow = z.object({ ...rowFields, ...columns }).meta({ id: 'AgentAuthorityRow' })
export type AuthorityRow = z.infer<typeof authorityRow>
export const authorityView = z
  .object({ ...resourceFields('agentAuthority'), ...columns, reason: nullableText })
  .meta({ id: 'AgentAuthority' })
export type AuthorityView = z.infer<typeof authorityView>

/** An agent's signed permission to act for one client in one round. */
export const agentAuthority = defineNoun({
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
    marketRoundId: idsFilter,
    clientId: idsFilter,
    agentId: idsFilter,
    organisationId: idsFilter,
    ...columnFilters(AUTHORITY_COLUMNS),
  },
  sorts: sortOptionNames(AUTHORITY_COLUMNS),
})
