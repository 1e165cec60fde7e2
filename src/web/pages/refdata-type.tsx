import { useParams } from 'react-router'
import { titleOf } from '#contract/noun'
import { SETTING_NOUNS, type SettingRow } from '#contract/settings'
import { useList } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import type { Column } from '../parts/columns.ts'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { useListParams } from '../parts/list-address.ts'
import { Page } from '../parts/page.tsx'
import { NoSuchPage } from './shared/no-such-page.tsx'
import { refdataColumns } from './settings/refdata-columns.tsx'
import './shared/pages.css'

type Type = (typeof SETTING_NOUNS)[number]

const IN_USE = [
  { id: 'true', name: 'Active' },
  { id: 'false', name: 'Inactive' },
]

const columnsOf = ({ kind }: Type): Column<SettingRow, 'name'>[] => [
  { id: 'name', header: 'Name', main: true, sort: 'name', cell: row => row.name },
  ...refdataColumns(kind).map(([header, show]) => ({ id: header, header, cell: show })),
  { id: 'active', header: 'In use', cell: row => (row.active ? 'Active' : 'Inactive') },
]

const Entries = ({ type }: { type: Type }) => {
  const path = `/api/${type.list}`
  const list = useList<SettingRow>(path, useListParams())
  return (
    <Page
      title={titleOf(type)}
      crumbs={[
        { name: 'Settings', to: '/settings' },
        { name: 'Reference data', to: '/settings/refdata' },
        { name: titleOf(type) },
      ]}
      actions={<ActionBar actions={list.data?.actions ?? []} self={path} />}
    >
      <FilterBar
        filters={[
          { id: 'q', label: 'Name' },
          { id: 'active', label: 'In use', choices: IN_USE },
        ]}
      />
      <DataTable
        caption={titleOf(type)}
        columns={columnsOf(type)}
        list={list}
        rowLink={row => `/settings/refdata/${type.list}/${row.id}`}
        empty={<EmptyState title="None">There are none, or none fits the filters.</EmptyState>}
        download={path}
      />
    </Page>
  )
}

/** The entries of one type of reference data. */
export const RefdataTypePage = () => {
  const { type: word } = useParams()
  const type = SETTING_NOUNS.find(one => one.list === word)
  return type ? <Entries key={type.list} type={type} /> : <NoSuchPage />
}
