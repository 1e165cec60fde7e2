import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { NavLink, useLocation } from 'react-router'
import { countInbox, markInbox } from '#contract/inbox'
import { inboxHasChanged, send, useAnswer } from '../api.ts'
import './bell.css'

const MOST_SHOWN = 99

const said = (toDo: number, unread: number): string => {
  const counts = [toDo > 0 && `${toDo} to do`, unread > 0 && `${unread} unread`].filter(Boolean)
  return counts.length === 0 ? 'Inbox' : `Inbox: ${counts.join(', ')}`
}

/** Who has opened the page that answers an item has read it, by whichever way they came. */
const pageOpened = async (page: string): Promise<void> => {
  // Nothing is lost where that fails: it stays unread.
  const counts = await send(markInbox, { body: { page, isRead: true } }).catch(() => undefined)
  if (counts) inboxHasChanged(counts)
}

/** The way to the inbox, with how much of it is unread. */
export const Bell = () => {
  const { toDo = 0, unread = 0 } = useAnswer(countInbox, {}).data ?? {}
  const { pathname, search } = useLocation()
  const opened = useEffectEvent(() => {
    if (unread > 0) void pageOpened(`${pathname}${search}`)
  })
  useEffect(() => opened(), [pathname])
  return (
    <NavLink className="icon-button bell" to="/inbox" aria-label={said(toDo, unread)}>
      <BellIcon aria-hidden="true" />
      {unread > 0 && (
        <span className="bell-count num" aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </NavLink>
  )
}
