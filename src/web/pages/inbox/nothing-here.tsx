import { Link, useSearchParams } from 'react-router'
import type { InboxCounts, InboxFilter } from '#contract/desk/inbox'
import { EmptyState } from '../../parts/empty-state.tsx'

const FILTERS = ['marketId', 'marketRoundId', 'topic', 'clientId']

/** Message of an inbox that has nothing to show, and links to what there is instead. */
export const EmptyInbox = ({ show, counts }: { show: InboxFilter; counts: InboxCounts }) => {
  const [search] = useSearchParams()
  const link = (to: string, label: string) => (
    <Link className="button" to={to}>
      {label}
    </Link>
  )
  if (FILTERS.some(word => search.has(word)))
    return (
      <EmptyState
        title="Nothing matches your filters"
        button={link(`/inbox?show=${show}`, 'Clear the filters')}
      />
    )
  if (show === 'toDo')
    return (
      <EmptyState
        title="You have nothing to do"
        button={
          counts.unread > 0
            ? link('/inbox?show=unread', `See unread items (${counts.unread})`)
            : link('/inbox?show=all', 'See all items')
        }
      >
        Your tasks appear here until they are done.
      </EmptyState>
    )
  if (show === 'unread')
    return <EmptyState title="You have read everything" button={link('/inbox?show=all', 'See all items')} />
  return (
    <EmptyState title="Your inbox is empty">
      We tell you here what happens to your projects, requirements and rounds, and what you need to do. To
      follow a project, requirement or round that is not yours, open its page and select Watch.
    </EmptyState>
  )
}
