import { useLocation } from 'react-router'
import { ORGANISATION_TYPES, type OrganisationType } from '#domain/organisation'
import type { OrganisationRow } from '#contract/organisation'
import { addressOf } from '#contract/nouns'
import { ORGANISATION_PAGES } from '#contract/organisation'
import { useList } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import type { Column } from '../parts/columns.ts'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { useListParams } from '../parts/list-address.ts'
import { Page } from '../parts/page.tsx'
import { NoSuchPage } from './shared/no-such-page.tsx'
import { ORGANISATION_LISTS } from './shared/organisation-lists.ts'
import './shared/pages.css'

const name: Column<OrganisationRow, 'name'> = {
  id: 'name',
  header: 'Name',
  main: true,
  sort: 'name',
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

const Organisations = ({ type }: { type: OrganisationType }) => {
  const title = ORGANISATION_LISTS[type]
  const list = useList<OrganisationRow>('/api/organisations', useListParams({ type }))
  const isSetting = useLocation().pathname.startsWith('/settings/')
  return (
    <Page
      title={title}
      crumbs={isSetting ? [{ name: 'Settings', to: '/settings' }, { name: title }] : []}
      actions={<ActionBar actions={list.data?.actions ?? []} self="/api/organisations" />}
    >
      <FilterBar filters={[{ id: 'q', label: 'Name' }]} />
      <DataTable
        caption={title}
        columns={type === 'PARTICIPANT' ? PARTICIPANT_COLUMNS : COLUMNS}
        list={list}
        rowLink={row => addressOf('organisation', { type: type, id: row.id })}
        empty={<EmptyState title="None">There are none, or none fits the filters.</EmptyState>}
        download={`/api/organisations?type=${type}`}
      />
    </Page>
  )
}

/** The organisations of one type, which the last word of the address names. */
export const OrganisationsPage = () => {
  const word = useLocation().pathname.split('/').findLast(Boolean)
  const type = ORGANISATION_TYPES.find(one => ORGANISATION_PAGES[one] === `/${word}`)
  return type ? <Organisations type={type} /> : <NoSuchPage />
}
