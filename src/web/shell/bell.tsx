import { Bell as BellIcon } from 'lucide-react'
import { NavLink } from 'react-router'
import { countInbox } from '#contract/inbox'
import { useAnswer } from '../api.ts'
import './bell.css'

const MOST_SHOWN = 99

const said = (toDo: number, unread: number): string => {
  const counts = [toDo > 0 && `${toDo} to do`, unread > 0 && `${unread} unread`].filter(Boolean)
  return counts.length === 0 ? 'Inbox' : `Inbox: ${counts.join(', ')}`
}

/** The way to the inbox, with how much of it is unread. */
export const Bell = () => {
  const { toDo = 0, unread = 0 } = useAnswer(countInbox, {}).data ?? {}
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
