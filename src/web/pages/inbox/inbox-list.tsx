import { Link } from 'react-router'
import { SiteLink } from '../../parts/menu/site-link.tsx'
import { markInbox, type InboxItem } from '#contract/desk/inbox'
import { isPublicPage } from '#contract/public/public-pages'
import { useUser, updateInboxCounts, sendRequest } from '../../api/api.ts'
import { DayText } from '../../parts/values/amounts.tsx'
import type { useRowSelection } from '../lists/use-row-selection.ts'
import { messageOf } from '../../api/api-problem.ts'
import { toast } from '../../parts/page/toasts.ts'

/** Marks items as read or unread: the given ones, or all. */
export const markInboxItems = async (ids: readonly string[] | undefined, isRead: boolean): Promise<void> => {
  try {
    updateInboxCounts(await sendRequest(markInbox, { body: { ...(ids && { ids: [...ids] }), isRead } }))
  } catch (error) {
    toast('error', messageOf(error))
  }
}

const State = ({ item: { isOpen, endedAt, action, waitsFor } }: { item: InboxItem }) => {
  if (waitsFor !== null)
    return (
      <span className="inbox-waits">
        Waiting for {waitsFor.name}: {waitsFor.to}
      </span>
    )
  if (isOpen && action === null) return <span className="quiet">You cannot do this at the moment</span>
  if (endedAt !== null)
    return (
      <span className="quiet">
        Closed on <DayText day={endedAt} />
      </span>
    )
  return null
}

/** Items of an inbox, each of which can be opened, answered, selected or marked. */
export const InboxList = ({
  items,
  selection,
  formOf,
}: {
  items: readonly InboxItem[]
  selection: ReturnType<typeof useRowSelection>
  /** Returns the address at which the form for an item's action is open. */
  formOf: (item: InboxItem) => string | null
}) => {
  const own = useUser().data?.organisation?.id
  return (
    <ul className="inbox-list" aria-label="Inbox items">
      {items.map(item => {
        const form = formOf(item)
        // A reader who acts for several organisations has to know which one an item is for.
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
                <SiteLink
                  to={item.link.to}
                  onClick={() =>
                    void (item.isRead || !isPublicPage(item.link.to) || markInboxItems([item.id], true))
                  }
                >
                  {item.title}
                </SiteLink>
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
                  onClick={() => void (item.isRead || markInboxItems([item.id], true))}
                  aria-label={`${item.action?.title}: ${item.title}`}
                >
                  {item.action?.title}
                </Link>
              )}
              <button
                type="button"
                className="button button-small button-quiet"
                aria-label={item.isRead ? `Mark as unread: ${item.title}` : `Mark as read: ${item.title}`}
                onClick={() => void markInboxItems([item.id], !item.isRead)}
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
