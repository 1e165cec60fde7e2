import { Link, useParams } from 'react-router'
import type { Found } from '#domain/wire/general'
import { useList } from '../api.ts'
import type { Column } from '../parts/columns.ts'
import { RowsTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page.tsx'
import { Shown } from '../parts/queried.tsx'
import './shared/pages.css'

const KINDS: Record<string, string> = {
  project: 'Project',
  requirement: 'Credit requirement',
  organisation: 'Organisation',
}

const COLUMNS: readonly Column<Found>[] = [
  {
    id: 'name',
    header: 'Name',
    main: true,
    sortBy: row => row.name,
    cell: row => <Link to={row.link}>{row.name}</Link>,
  },
  { id: 'kind', header: 'Kind', sortBy: row => row.kind, cell: row => KINDS[row.kind] ?? row.kind },
  { id: 'detail', header: 'Of', cell: row => row.detail },
  { id: 'status', header: 'Status', sortBy: row => row.status, cell: row => row.status },
]

/** What bears the term in its name, or in its owner's. */
export const SearchPage = () => {
  const { term = '' } = useParams()
  const found = useList<Found>(`/api/search/${encodeURIComponent(term)}`)
  return (
    <Page title={`Search: ${term}`}>
      <Shown query={found}>
        {list => (
          <RowsTable
            caption="Found"
            columns={COLUMNS}
            rows={list.items}
            empty={<EmptyState title="Nothing found">Try a shorter part of the name.</EmptyState>}
          />
        )}
      </Shown>
    </Page>
  )
}
