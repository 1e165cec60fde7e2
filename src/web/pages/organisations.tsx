import { useLocation } from 'react-router'
import type { OrganisationType } from '#domain/organisation'
import type { OrganisationRow } from '#contract/organisation'
import { useList } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import type { Column } from '../parts/columns.ts'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { useListParams } from '../parts/list-address.ts'
import { Page } from '../parts/page.tsx'
import './shared/pages.css'

const name: Column<OrganisationRow> = {
  id: 'name',
  header: 'Name',
  main: true,
  sortable: true,
  cell: row => row.name,
}
const csvId: Column<OrganisationRow> = { id: 'csvId', header: 'CSV ID', cell: row => row.csvId }
const contact: readonly Column<OrganisationRow>[] = [
  { id: 'contact', header: 'Contact', cell: row => row.contact },
  {
    id: 'email',
    header: 'E-mail',
    cell: row => row.email && <a href={`mailto:${row.email}`}>{row.email}</a>,
  },
  { id: 'phone', header: 'Phone', cell: row => row.phone },
]
const COLUMNS = [name, ...contact]
const PARTICIPANT_COLUMNS = [name, csvId, ...contact]

const KINDS: Record<string, { type: OrganisationType; title: string }> = {
  participants: { type: 'PARTICIPANT', title: 'Participants' },
  agencies: { type: 'AGENT', title: 'Agencies' },
  lpas: { type: 'LPA', title: 'Local planning authorities' },
  operators: { type: 'OPER', title: 'Market operators' },
}

/** The organisations of one type, which the last word of the address names. */
export const OrganisationsPage = () => {
  const path = useLocation().pathname.replace(/\/$/, '')
  const word = path.split('/').at(-1) ?? ''
  const { type, title } = KINDS[word] ?? { type: undefined, title: 'Organisations' }
  const list = useList<OrganisationRow>('/api/organisations', useListParams({ type }))
  return (
    <Page
      title={title}
      crumbs={path.startsWith('/settings/') ? [{ name: 'Settings', to: '/settings' }, { name: title }] : []}
      actions={<ActionBar actions={list.data?.actions ?? []} self="/api/organisations" />}
    >
      <FilterBar filters={[{ id: 'q', label: 'Name' }]} />
      <DataTable
        caption={title}
        columns={type === 'PARTICIPANT' ? PARTICIPANT_COLUMNS : COLUMNS}
        list={list}
        rowLink={row => `/${word}/${row.id}`}
        empty={<EmptyState title="None">There are none, or none fits the filters.</EmptyState>}
        download={type ? `/api/organisations?type=${type}` : '/api/organisations'}
      />
    </Page>
  )
}
