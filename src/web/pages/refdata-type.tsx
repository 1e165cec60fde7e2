import { useParams } from 'react-router'
import { columnsWith } from '#contract/columns/column'
import { displayText } from '#contract/columns/values'
import { type SortOf, listTitle } from '#contract/kit/noun'
import { SETTING_COLUMNS, SETTING_NOUNS, type SettingRow } from '#contract/system/settings'
import type { Column } from '../parts/table/columns.ts'
import { Page } from '../parts/page/page.tsx'
import { EmptyList } from './lists/empty-list.tsx'
import { ListActions, ListTable } from './lists/list-table.tsx'
import { PageNotFound } from './shared/page-boundary.tsx'
import './shared/pages.css'

type Type = (typeof SETTING_NOUNS)[number]

const IN_USE = [
  { id: 'true', name: 'Active' },
  { id: 'false', name: 'Inactive' },
]

const columnsOf = ({ kind }: Type): Column<SettingRow, SortOf<Type>>[] => [
  { id: 'name', header: 'Name', main: true, sort: 'name', cell: row => row.name },
  ...columnsWith(SETTING_COLUMNS[kind], 'list').map(([name, column]) => ({
    id: column.label,
    header: column.label,
    cell: (row: SettingRow) => displayText(column, row[name]),
  })),
  { id: 'active', header: 'In use', cell: row => (row.active ? 'Active' : 'Inactive') },
]

const Entries = ({ type }: { type: Type }) => {
  return (
    <Page
      title={listTitle(type)}
      crumbs={[
        { name: 'Settings', to: '/settings' },
        { name: 'Reference data', to: '/settings/refdata' },
        { name: listTitle(type) },
      ]}
      actions={<ListActions noun={type} fixed={{}} />}
    >
      <ListTable
        noun={type}
        fixed={{}}
        filters={[
          { id: 'q', label: 'Name' },
          { id: 'active', label: 'In use', choices: IN_USE },
        ]}
        caption={listTitle(type)}
        columns={columnsOf(type)}
        rowLink={row => `/settings/refdata/${type.list}/${row.id}`}
        empty={<EmptyList noun={type} fixed={{}} title="No entries yet" />}
      />
    </Page>
  )
}

/** Entries of one type of reference data. */
export const RefdataTypePage = () => {
  const { type: word } = useParams()
  const type = SETTING_NOUNS.find(one => one.list === word)
  return type ? <Entries key={type.list} type={type} /> : <PageNotFound />
}
