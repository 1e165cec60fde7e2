import { Link, useNavigate, useSearchParams } from 'react-router'
import type { AnswerOf } from '#contract/endpoint'
import { type InboxItem, readInbox, type Shown, SHOWN } from '#contract/inbox'
import { actionAt, addressAt } from '../action/open-action.ts'
import { useSteadyAnswer } from '../api.ts'
import { showNumber } from '../parts/amounts.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { InboxList } from './inbox/inbox-list.tsx'
import { mark } from './inbox/mark.ts'
import { NothingHere } from './inbox/nothing-here.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import { RowBar } from './shared/row-bar.tsx'
import { stepRow, useRowKeys } from './shared/use-keys.ts'
import { useRowSelection } from './shared/use-row-selection.ts'
import './inbox/inbox.css'

type Inbox = AnswerOf<typeof readInbox>

const LABELS: Record<Shown, string> = { toDo: 'To do', unread: 'Unread', all: 'All' }

const KEYS = [
  ['e', 'Mark it as read, or as unread; of what is selected, all'],
  ['Enter', 'Do what it waits for: its form opens. Else its page'],
] as const

const ShownNav = ({ shown, counts }: { shown: Shown; counts: Inbox['counts'] }) => {
  const [search] = useSearchParams()
  const addressOf = (show: Shown) => {
    const words = new URLSearchParams([...search].filter(([word]) => word !== 'cursor'))
    if (show === 'toDo') words.delete('show')
    else words.set('show', show)
    return `/inbox?${words}`
  }
  return (
    <nav aria-label="What is shown">
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

const Items = ({ inbox, show }: { inbox: Inbox; show: Shown }) => {
  const { items, total, counts } = inbox
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const selection = useRowSelection(items.map(({ id }) => id))
  const { selected } = selection
  const formOf = ({ action }: InboxItem): string | null => {
    if (action === null) return null
    if (action.navigatesTo !== null) return action.navigatesTo
    const open = new URLSearchParams(addressAt('', actionAt(action)))
    const words = new URLSearchParams([...search, ...open])
    return `/inbox?${words.toString().replaceAll('%2F', '/')}`
  }
  const markThese = (ids: readonly string[], isRead: boolean) => {
    // At once, so that the next key is about the next row.
    selection.none()
    return mark(ids, isRead)
  }
  const keys = useRowKeys(items, selection, {
    mark: item => {
      const ids = selected.length > 0 ? selected : item ? [item.id] : []
      const isUnread = items.some(one => ids.includes(one.id) && !one.isRead)
      // Where only the unread is shown the row goes: the reader goes on at the next.
      if (show === 'unread') stepRow(items, 1)
      if (ids.length > 0) void markThese(ids, isUnread)
    },
    open: item => {
      const form = formOf(item)
      // A page that is opened marks by itself what it answers.
      if (form !== null && !item.isRead) void mark([item.id], true)
      void navigate(form ?? item.link.to)
    },
  })
  if (items.length === 0) return <NothingHere show={show} counts={counts} />
  return (
    <>
      <RowBar
        of="inbox"
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
            <button type="button" className="button" onClick={() => void mark(undefined, true)}>
              Mark all as read
            </button>
          )
        )}
      </RowBar>
      <InboxList items={items} selection={selection} formOf={formOf} />
      <Pager of="the inbox" next={inbox.next} />
    </>
  )
}

/** What the reader is told of: what waits for them, what is unread, and all. */
export const InboxPage = () => {
  const [search] = useSearchParams()
  const seesAll = useIsOperator()
  const show = SHOWN.find(one => one === search.get('show')) ?? 'toDo'
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
                  Not opened or returned
                </Link>
              )}
              <Link className="button button-quiet" to="/profile#letters">
                Choose letters
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
