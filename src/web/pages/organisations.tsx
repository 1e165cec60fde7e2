import { useLocation } from 'react-router'
import { ORGANISATION_TYPES, type OrganisationType } from '#domain/people/organisation'
import type { SortOf } from '#contract/kit/noun'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { ORGANISATION_COLUMNS, ORGANISATION_PAGES, type OrganisationRow } from '#contract/people/organisation'
import type { Column } from '../parts/table/columns.ts'
import { phoneText } from '../parts/texts.ts'
import { Page } from '../parts/page/page.tsx'
import { createCardColumn } from './lists/column-cards.tsx'
import { EmptyList } from './lists/empty-list.tsx'
import { ListActions, ListTable } from './lists/list-table.tsx'
import { PageNotFound } from './shared/page-boundary.tsx'
import { ORGANISATION_LIST_TITLES, EMPTY_ORGANISATION_LIST_TITLES } from './lists/organisation-lists.ts'
import './shared/pages.css'

type OrganisationColumn = Column<OrganisationRow, SortOf<typeof NOUNS.organisation>>

const column = createCardColumn(ORGANISATION_COLUMNS)
const name: OrganisationColumn = column('name', { main: true, sort: 'name' })
const contact: readonly OrganisationColumn[] = [
  column('contact'),
  column('email', { cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a> }),
  column('phone', { cell: ({ phone }) => phone && phoneText(phone) }),
]
const COLUMNS = [name, ...contact]
const PARTICIPANT_COLUMNS = [name, column<OrganisationRow>('csvId'), ...contact]

const Organisations = ({ type }: { type: OrganisationType }) => {
  const title = ORGANISATION_LIST_TITLES[type]
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
        rowLink={row => pageAddress('organisation', { type: type, id: row.id })}
        empty={
          <EmptyList
            noun={NOUNS.organisation}
            fixed={{ type }}
            title={EMPTY_ORGANISATION_LIST_TITLES[type]}
          />
        }
      />
    </Page>
  )
}

/** Organisations of one type, which the last segment of the address names. */
export const OrganisationsPage = () => {
  const word = useLocation().pathname.split('/').findLast(Boolean)
  const type = ORGANISATION_TYPES.find(one => ORGANISATION_PAGES[one] === `/${word}`)
  return type ? <Organisations type={type} /> : <PageNotFound />
}
