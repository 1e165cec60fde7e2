import { Link, useSearchParams } from 'react-router'
import type { InboxCounts, Shown } from '#contract/inbox'
import { EmptyState } from '../../parts/empty-state.tsx'

const FILTERS = ['marketId', 'marketRoundId', 'topic', 'clientId']

/** What an inbox says that has nothing to show, and what there is instead. */
export const NothingHere = ({ show, counts }: { show: Shown; counts: InboxCounts }) => {
  const [search] = useSearchParams()
  const link = (to: string, label: string) => (
    <Link className="button" to={to}>
      {label}
    </Link>
  )
  if (FILTERS.some(word => search.has(word)))
    return (
      <EmptyState title="Nothing of this kind" button={link(`/inbox?show=${show}`, 'Clear the filters')}>
        The filters leave nothing over.
      </EmptyState>
    )
  if (show === 'toDo')
    return (
      <EmptyState
        title="Nothing waits for you"
        button={
          counts.unread > 0
            ? link('/inbox?show=unread', `See the ${counts.unread} unread`)
            : link('/inbox?show=all', 'See all that you were told')
        }
      >
        What is yours to do comes here by itself, and goes when it is done.
      </EmptyState>
    )
  if (show === 'unread')
    return (
      <EmptyState
        title="You have read everything"
        button={link('/inbox?show=all', 'See all that you were told')}
      />
    )
  return (
    <EmptyState title="Nothing yet">
      Here you are told what happens to what is yours, and what is for you to do. To follow a project,
      requirement or round of others, open its page and press Watch.
    </EmptyState>
  )
}
