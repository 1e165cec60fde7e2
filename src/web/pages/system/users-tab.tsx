import { Link, useSearchParams } from 'react-router'
import { USER_COLUMNS } from '#contract/people/organisation'
import { listSystemUsers, type SystemUser } from '#contract/system/system'
import { useAnswer } from '../../api/api.ts'
import { textColumn, timeColumn, countColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/table/filter-bar.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { pageAddress } from '#contract/nouns/nouns'
import { userAccess, groupNames, UserAccess } from '../shared/user-access.tsx'

const COLUMNS: readonly Column<SystemUser>[] = [
  textColumn('name', USER_COLUMNS.displayName.label, user => user.displayName, { main: true }),
  textColumn('username', USER_COLUMNS.username.label, user => user.username),
  {
    id: 'organisation',
    header: USER_COLUMNS.organisation.label,
    cell: ({ organisation }) =>
      organisation ? (
        <Link to={pageAddress('organisation', { type: 'PARTICIPANT', id: organisation.id })}>
          {organisation.name}
        </Link>
      ) : (
        'None'
      ),
    sortBy: user => user.organisation?.name ?? '',
  },
  textColumn('groups', USER_COLUMNS.groups.label, groupNames),
  {
    id: 'access',
    header: 'Access',
    cell: user => <UserAccess user={user} />,
    sortBy: user => userAccess(user),
  },
  {
    id: 'factor',
    header: 'Second factor',
    cell: user => (user.secondFactor ? 'On' : 'Off'),
    sortBy: user => Number(user.secondFactor),
  },
  countColumn('sessions', 'Sessions', user => user.sessions),
  timeColumn('last', 'Last signed in', user => user.lastSignIn, { sortBy: user => user.lastSignIn ?? '' }),
]

/**
 * Number of users in view at first: on a phone each is a card, and the end of a longer list is out of reach.
 */
const AT_FIRST = 25

const has = (user: SystemUser, text: string): boolean =>
  [user.displayName, user.username, user.email, user.organisation?.name ?? '', groupNames(user)].some(one =>
    one.toLowerCase().includes(text.toLowerCase()),
  )

/** All users; the actions on a user are on the user's page. */
export const UsersTab = () => {
  const users = useAnswer(listSystemUsers, {})
  const text = useSearchParams()[0].get('q') ?? ''
  return (
    <div className="stack">
      <FilterBar filters={[{ id: 'q', label: 'Name, organisation or group' }]} />
      <QueryBoundary query={users}>
        {({ items }) => (
          <>
            <RowsTable
              caption="Users"
              columns={COLUMNS}
              rows={items.filter(user => has(user, text))}
              atFirst={AT_FIRST}
              rowLink={user => pageAddress('user', { id: user.id })}
              empty={<EmptyState title="No one matches your filter" />}
            />
            <p className="quiet">To invite someone, open the page of their organisation.</p>
          </>
        )}
      </QueryBoundary>
    </div>
  )
}
