import { Link } from 'react-router'
import type { InboxItem } from '#contract/inbox'
import { useUser } from '../../api.ts'
import { DayText } from '../../parts/amounts.tsx'
import type { useRowSelection } from '../shared/use-row-selection.ts'
import { mark } from './mark.ts'

const State = ({ item: { isOpen, endedAt, action, waitsFor } }: { item: InboxItem }) => {
  if (waitsFor !== null)
    return (
      <span className="inbox-waits">
        Waits for {waitsFor.name}: {waitsFor.to}
      </span>
    )
  if (isOpen && action === null) return <span className="quiet">Cannot be done at the moment</span>
  if (endedAt !== null)
    return (
      <span className="quiet">
        Done with on <DayText day={endedAt} />
      </span>
    )
  return null
}

/** What somebody is told of, each item to be opened, answered, selected or marked. */
export const InboxList = ({
  items,
  selection,
  formOf,
}: {
  items: readonly InboxItem[]
  selection: ReturnType<typeof useRowSelection>
  /** The address at which the form of what an item waits for is open. */
  formOf: (item: InboxItem) => string | null
}) => {
  const own = useUser().data?.organisation?.id
  return (
    <ul className="inbox-list" aria-label="What you were told">
      {items.map(item => {
        const form = formOf(item)
        // Whoever acts for several has to know for whom.
        const whose = item.organisation?.id === own ? undefined : item.organisation?.name
        const around = [item.where, whose].filter(Boolean)
        return (
          <li
            key={item.id}
            className={item.isRead ? 'inbox-item' : 'inbox-item is-unread'}
            data-selected={selection.isSelected(item.id)}
          >
            <input
              type="checkbox"
              data-row={item.id}
              aria-label={`Select ${item.title}`}
              checked={selection.isSelected(item.id)}
              onClick={event => selection.toggle(item.id, event.shiftKey)}
              onChange={() => undefined}
            />
            <div className="inbox-words">
              <p className="inbox-title">
                {!item.isRead && <span className="sr-only">Unread: </span>}
                <Link to={item.link.to}>{item.title}</Link>
              </p>
              <p className="quiet">
                {around.map(one => `${one} · `)}
                <DayText day={item.at} time />
              </p>
              {item.text.map(one => (
                <p key={one}>{one}</p>
              ))}
              <State item={item} />
            </div>
            <div className="inbox-acts">
              {form !== null && (
                <Link
                  className="button button-small button-primary"
                  to={form}
                  onClick={() => void (item.isRead || mark([item.id], true))}
                  aria-label={`${item.action?.title}: ${item.title}`}
                >
                  {item.action?.title}
                </Link>
              )}
              <button
                type="button"
                className="button button-small button-quiet"
                aria-label={`Mark as ${item.isRead ? 'unread' : 'read'}: ${item.title}`}
                onClick={() => void mark([item.id], !item.isRead)}
              >
                {item.isRead ? 'Mark as unread' : 'Mark as read'}
              </button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
