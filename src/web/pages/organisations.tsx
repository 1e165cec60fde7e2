import { useLocation } from 'react-router'
import { ORGANISATION_TYPES, type OrganisationType } from '#domain/organisation'
import type { SortOf } from '#contract/noun'
import { addressOf, NOUNS } from '#contract/nouns'
import { ORGANISATION_COLUMNS, ORGANISATION_PAGES, type OrganisationRow } from '#contract/organisation'
import type { Column } from '../parts/columns.ts'
import { phoneText } from '../parts/phone-text.ts'
import { Page } from '../parts/page.tsx'
import { EmptyList } from './shared/empty-list.tsx'
import { ListActions, ListTable } from './shared/list-table.tsx'
import { NoSuchPage } from './shared/no-such-page.tsx'
import { ORGANISATION_LISTS } from './shared/organisation-lists.ts'
import './shared/pages.css'

type OrganisationColumn = Column<OrganisationRow, SortOf<typeof NOUNS.organisation>>

const name: OrganisationColumn = {
  id: 'name',
  header: ORGANISATION_COLUMNS.name.label,
  main: true,
  sort: 'name',
  cell: row => row.name,
}
const csvId: OrganisationColumn = {
  id: 'csvId',
  header: ORGANISATION_COLUMNS.csvId.label,
  cell: row => row.csvId,
}
const contact: readonly OrganisationColumn[] = [
  { id: 'contact', header: ORGANISATION_COLUMNS.contact.label, cell: row => row.contact },
  {
    id: 'email',
    header: ORGANISATION_COLUMNS.email.label,
    cell: row => row.email && <a href={`mailto:${row.email}`}>{row.email}</a>,
  },
  { id: 'phone', header: ORGANISATION_COLUMNS.phone.label, cell: row => row.phone && phoneText(row.phone) },
]
const COLUMNS = [name, ...contact]
const PARTICIPANT_COLUMNS = [name, csvId, ...contact]

const Organisations = ({ type }: { type: OrganisationType }) => {
  const title = ORGANISATION_LISTS[type]
  const isSetting = useLocation().pathname.startsWith('/settings/')
  return (
    <Page
      title={title}
      crumbs={isSetting ? [{ name: 'Settings', to: '/settings' }, { name: title }] : []}
      actions={<ListActions noun={NOUNS.organisation} fixed={{ type }} />}
    >
      <ListTable
        noun={NOUNS.organisation}
        called={`organisations-${type}`}
        fixed={{ type }}
        filters={[{ id: 'q', label: 'Name' }]}
        caption={title}
        columns={type === 'PARTICIPANT' ? PARTICIPANT_COLUMNS : COLUMNS}
        rowLink={row => addressOf('organisation', { type: type, id: row.id })}
        empty={
          <EmptyList noun={NOUNS.organisation} fixed={{ type }} title={`No ${title.toLowerCase()} yet`} />
        }
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
