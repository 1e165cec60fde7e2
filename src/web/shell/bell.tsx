import { BellIcon } from '../icons/icons.tsx'
import { useEffect, useEffectEvent } from 'react'
import { NavLink, useLocation } from 'react-router'
import { countInbox, markInbox } from '#contract/desk/inbox'
import { updateInboxCounts, sendRequest, useAnswer } from '../api/api.ts'
import { inboxLabel } from './messages.ts'
import './bell.css'

const MOST_SHOWN = 99

/** Marks the inbox items of a page as read when it is opened, by whatever route. */
const pageOpened = async (page: string): Promise<void> => {
  // A failure loses nothing: the items stay unread.
  const counts = await sendRequest(markInbox, { body: { page, isRead: true } }).catch(() => undefined)
  if (counts) updateInboxCounts(counts)
}

/** Link to the inbox, with the number of unread items. */
export const InboxLink = () => {
  const { toDo = 0, unread = 0 } = useAnswer(countInbox, {}).data ?? {}
  const { pathname, search } = useLocation()
  const opened = useEffectEvent(() => {
    if (unread > 0) void pageOpened(`${pathname}${search}`)
  })
  useEffect(() => opened(), [pathname])
  return (
    <NavLink className="icon-button bell" to="/inbox" aria-label={inboxLabel(toDo, unread)}>
      <BellIcon aria-hidden="true" />
      {unread > 0 && (
        <span className="bell-count num" aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </NavLink>
  )
}
