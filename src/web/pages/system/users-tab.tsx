import { Link, useSearchParams } from 'react-router'
import { systemUsers, type SystemUser } from '#contract/system'
import { useAnswer } from '../../api.ts'
import { DayText, Num } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { addressOf } from '#contract/nouns'
import { accessOf, groupsOf, UserAccess } from '../shared/user-access.tsx'

const COLUMNS: readonly Column<SystemUser>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: user => user.displayName,
    main: true,
    sortBy: user => user.displayName,
  },
  { id: 'username', header: 'User name', cell: user => user.username, sortBy: user => user.username },
  {
    id: 'organisation',
    header: 'Organisation',
    cell: ({ organisation }) =>
      organisation ? (
        <Link to={addressOf('organisation', { type: 'PARTICIPANT', id: organisation.id })}>
          {organisation.name}
        </Link>
      ) : (
        'None'
      ),
    sortBy: user => user.organisation?.name ?? '',
  },
  {
    id: 'groups',
    header: 'Groups',
    cell: groupsOf,
    sortBy: groupsOf,
  },
  {
    id: 'access',
    header: 'Access',
    cell: user => <UserAccess user={user} />,
    sortBy: user => accessOf(user),
  },
  {
    id: 'factor',
    header: 'Second factor',
    cell: user => (user.secondFactor ? 'On' : 'Off'),
    sortBy: user => Number(user.secondFactor),
  },
  {
    id: 'sessions',
    header: 'Sessions',
    cell: user => <Num value={user.sessions} />,
    numeric: true,
    sortBy: user => user.sessions,
  },
  {
    id: 'last',
    header: 'Last signed in',
    cell: user => <DayText day={user.lastSignIn} time />,
    sortBy: user => user.lastSignIn ?? '',
  },
]

/** On a phone each is a card: of more than this nobody sees the end. */
const AT_FIRST = 25

const has = (user: SystemUser, text: string): boolean =>
  [user.displayName, user.username, user.email, user.organisation?.name ?? '', groupsOf(user)].some(one =>
    one.toLowerCase().includes(text.toLowerCase()),
  )

/** Everybody with an account; what can be done with one is on their page. */
export const UsersTab = () => {
  const users = useAnswer(systemUsers, {})
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
              rowLink={user => addressOf('user', { id: user.id })}
              empty={<EmptyState title="Nobody">Nobody fits the filter.</EmptyState>}
            />
            <p className="quiet">To invite somebody, open the page of their organisation.</p>
          </>
        )}
      </QueryBoundary>
    </div>
  )
}
