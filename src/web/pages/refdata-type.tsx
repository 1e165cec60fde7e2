import { useParams } from 'react-router'
import { columnsWith } from '#contract/columns/column'
import { wordsOf } from '#contract/columns/values'
import { type SortOf, titleOf } from '#contract/noun'
import { SETTING_COLUMNS, SETTING_NOUNS, type SettingRow } from '#contract/settings'
import type { Column } from '../parts/columns.ts'
import { Page } from '../parts/page.tsx'
import { EmptyList } from './shared/empty-list.tsx'
import { ListActions, ListTable } from './shared/list-table.tsx'
import { NoSuchPage } from './shared/no-such-page.tsx'
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
    cell: (row: SettingRow) => wordsOf(column, row[name]),
  })),
  { id: 'active', header: 'In use', cell: row => (row.active ? 'Active' : 'Inactive') },
]

const Entries = ({ type }: { type: Type }) => {
  return (
    <Page
      title={titleOf(type)}
      crumbs={[
        { name: 'Settings', to: '/settings' },
        { name: 'Reference data', to: '/settings/refdata' },
        { name: titleOf(type) },
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
        caption={titleOf(type)}
        columns={columnsOf(type)}
        rowLink={row => `/settings/refdata/${type.list}/${row.id}`}
        empty={<EmptyList noun={type} fixed={{}} title={`No ${titleOf(type).toLowerCase()} yet`} />}
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
