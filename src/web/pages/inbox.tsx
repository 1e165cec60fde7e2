import { Link, useNavigate, useSearchParams } from 'react-router'
import type { AnswerOf } from '#contract/kit/endpoint'
import { type InboxItem, readInbox, type InboxFilter, INBOX_FILTERS } from '#contract/desk/inbox'
import { isPublicPage } from '#contract/public/public-pages'
import { parseActionLink, openActionAddress } from '../action/questions/open-action.ts'
import { useSteadyAnswer } from '../api/api.ts'
import { showNumber } from '../parts/values/amounts.tsx'
import { FilterBar } from '../parts/table/filter-bar.tsx'
import { Page } from '../parts/page/page.tsx'
import { PaginationProps } from '../parts/table/data-table.tsx'
import { InboxList, markInboxItems } from './inbox/inbox-list.tsx'
import { EmptyInbox } from './inbox/nothing-here.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import { SelectionBar } from './lists/row-bar.tsx'
import { focusAdjacentRow, useRowShortcuts } from './lists/use-keys.ts'
import { useRowSelection } from './lists/use-row-selection.ts'
import './inbox/inbox.css'

type Inbox = AnswerOf<typeof readInbox>

const LABELS: Record<InboxFilter, string> = { toDo: 'To do', unread: 'Unread', all: 'All' }

const KEYS = [
  ['e', 'Mark the item, or all selected items, as read or unread'],
  ['Enter', 'Open the form of the item, or its page'],
] as const

const ShownNav = ({ shown, counts }: { shown: InboxFilter; counts: Inbox['counts'] }) => {
  const [search] = useSearchParams()
  const addressOf = (show: InboxFilter) => {
    const words = new URLSearchParams([...search].filter(([word]) => word !== 'cursor'))
    if (show === 'toDo') words.delete('show')
    else words.set('show', show)
    return `/inbox?${words}`
  }
  return (
    <nav aria-label="Show">
      <ul className="inbox-shown">
        {(['toDo', 'unread', 'all'] as const).map(show => (
          <li key={show}>
            <Link to={addressOf(show)} aria-current={show === shown ? 'true' : undefined}>
              {LABELS[show]}
              {show !== 'all' && <span className="num">{showNumber(counts[show])}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Items = ({ inbox, show }: { inbox: Inbox; show: InboxFilter }) => {
  const { items, total, counts } = inbox
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const selection = useRowSelection(items.map(({ id }) => id))
  const { selected } = selection
  const formOf = ({ action }: InboxItem): string | null => {
    if (action === null) return null
    if (action.navigatesTo !== null) return action.navigatesTo
    const open = new URLSearchParams(openActionAddress('', parseActionLink(action)))
    const words = new URLSearchParams([...search, ...open])
    return `/inbox?${words.toString().replaceAll('%2F', '/')}`
  }
  const markThese = (ids: readonly string[], isRead: boolean) => {
    // Cleared immediately, so that the next key applies to the next row.
    selection.none()
    return markInboxItems(ids, isRead)
  }
  const keys = useRowShortcuts(items, selection, {
    mark: item => {
      const ids = selected.length > 0 ? selected : item ? [item.id] : []
      const isUnread = items.some(one => ids.includes(one.id) && !one.isRead)
      // If only unread items are shown, the row disappears: the focus moves to the next one.
      if (show === 'unread') focusAdjacentRow(items, 1)
      if (ids.length > 0) void markThese(ids, isUnread)
    },
    open: item => {
      const form = formOf(item)
      const isPublic = form === null && isPublicPage(item.link.to)
      // A form and a public page need marking here; another page that is opened marks its own items as read.
      if ((form !== null || isPublic) && !item.isRead) void markInboxItems([item.id], true)
      if (isPublic) window.location.assign(item.link.to)
      else void navigate(form ?? item.link.to)
    },
  })
  if (items.length === 0) return <EmptyInbox show={show} counts={counts} />
  return (
    <>
      <SelectionBar
        count={items.length}
        selection={selection}
        keys={keys}
        does={KEYS}
        status={
          selected.length > 0 ? (
            <>
              <b className="num">{selected.length}</b> selected
            </>
          ) : (
            <>
              <b className="num">{showNumber(total)}</b> {total === 1 ? 'item' : 'items'}
            </>
          )
        }
      >
        {selected.length > 0 ? (
          <>
            <button type="button" className="button" onClick={() => void markThese(selected, true)}>
              Mark as read
            </button>
            <button type="button" className="button" onClick={() => void markThese(selected, false)}>
              Mark as unread
            </button>
          </>
        ) : (
          counts.unread > 0 && (
            <button type="button" className="button" onClick={() => void markInboxItems(undefined, true)}>
              Mark all as read
            </button>
          )
        )}
      </SelectionBar>
      <InboxList items={items} selection={selection} formOf={formOf} />
      <PaginationProps of="the inbox" next={inbox.next} />
    </>
  )
}

/** Inbox of the reader: items that wait for an action, unread items, and all. */
export const InboxPage = () => {
  const [search] = useSearchParams()
  const seesAll = useIsOperator()
  const show = INBOX_FILTERS.find(one => one === search.get('show')) ?? 'toDo'
  const word = (name: string) => search.get(name) ?? undefined
  const query = useSteadyAnswer(readInbox, {
    query: {
      show: show === 'toDo' ? undefined : show,
      marketId: word('marketId'),
      marketRoundId: word('marketRoundId'),
      topic: word('topic'),
      clientId: word('clientId'),
      cursor: /^\d{1,7}$/.test(word('cursor') ?? '') ? Number(word('cursor')) : undefined,
    },
  })
  return (
    <PageBoundary query={query} title="Inbox">
      {inbox => (
        <Page
          title="Inbox"
          crumbs={[{ name: 'Inbox' }]}
          actions={
            <div className="row">
              {seesAll && (
                <Link className="button button-quiet" to="/inbox/unreached">
                  Unread or undelivered
                </Link>
              )}
              <Link className="button button-quiet" to="/profile#letters">
                Email settings
              </Link>
            </div>
          }
        >
          <div className="stack">
            <FilterBar
              filters={[
                { id: 'marketId', label: 'Market', choices: inbox.choices.markets },
                { id: 'marketRoundId', label: 'Round', choices: inbox.choices.rounds },
                { id: 'topic', label: 'About', choices: inbox.choices.topics },
                ...(inbox.choices.clients.length > 0
                  ? [{ id: 'clientId', label: 'Client', choices: inbox.choices.clients }]
                  : []),
              ]}
            />
            <ShownNav shown={show} counts={inbox.counts} />
            <Items key={show} inbox={inbox} show={show} />
          </div>
        </Page>
      )}
    </PageBoundary>
  )
}
