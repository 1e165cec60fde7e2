import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { listUrl } from '#contract/noun'
import { NOUNS } from '#contract/nouns'
import { MOST_OF_QUEUE, readQueue, type QueueRow, type QueueView } from '#contract/queue'
import { QUEUED_ACTS } from '#contract/steps/index'
import { setJustDone } from '../action/just-done.ts'
import { JustDoneLine } from '../action/just-done-line.tsx'
import { useChoices, useSteadyAnswer } from '../api.ts'
import { showNumber } from '../parts/amounts.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { Page } from '../parts/page.tsx'
import { QueueTable } from './queue/queue-table.tsx'
import { RecentActs } from './queue/recent-acts.tsx'
import { StageNav } from './queue/stage-nav.tsx'
import { RowBar } from './shared/row-bar.tsx'
import { useRowKeys } from './shared/use-keys.ts'
import { useNextItem } from './queue/use-next-item.ts'
import { useRowSelection } from './shared/use-row-selection.ts'
import { narrowedBy, partsOf, thingsOf } from './queue/words.ts'
import { PageBoundary } from './shared/page-boundary.tsx'
import './queue/queue.css'

// What opens over the page is fetched when it is first opened.
const BulkPanel = lazy(async () => ({ default: (await import('./queue/bulk-panel.tsx')).BulkPanel }))

const NothingWaits = ({ queue: { acts, act } }: { queue: QueueView }) => {
  const [search] = useSearchParams()
  const waiting = acts.filter(({ count }) => count > 0)
  const here = QUEUED_ACTS.findIndex(id => id === act)
  const next = waiting.find(({ id }) => QUEUED_ACTS.indexOf(id) > here) ?? waiting[0]
  if (next) {
    const words = new URLSearchParams(search)
    words.set('act', next.id)
    return (
      <EmptyState
        title="Nothing waits here"
        button={
          <Link className="button" to={`/queue?${words}`}>
            Go on: {next.title}, {thingsOf(partsOf(next).kind, next.count)}
          </Link>
        }
      />
    )
  }
  const isNarrowed = ['id', 'marketId', 'marketRoundId'].some(word => search.has(word))
  return isNarrowed ? (
    <EmptyState
      title="None of these waits for anything"
      button={
        <Link className="button" to="/queue">
          All that waits
        </Link>
      }
    />
  ) : (
    <EmptyState title="All is done">Nothing waits for the market operator.</EmptyState>
  )
}

const Rows = ({ queue, isFetching }: { queue: QueueView; isFetching: boolean }) => {
  const { items: rows, total } = queue
  const act = queue.acts.find(({ id }) => id === queue.act)
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const selection = useRowSelection(rows.map(({ id }) => id))
  const [bulk, setBulk] = useState<readonly QueueRow[] | null>(null)
  const formOf = useCallback(
    (row: QueueRow) => {
      const words = new URLSearchParams(search)
      words.set('action', act ? partsOf(act).action : '')
      words.set('subject', `${row.kind}/${row.id}`)
      return `/queue?${words.toString().replaceAll('%2F', '/')}`
    },
    [search, act],
  )
  const openRow = useCallback((row: QueueRow) => void navigate(formOf(row)), [navigate, formOf])
  useNextItem(rows, isFetching, openRow)
  const keys = useRowKeys(rows, selection, {
    open: row => {
      if (row.missing === null) openRow(row)
    },
  })
  if (!act || rows.length === 0) return <NothingWaits queue={queue} />

  const possible = rows.filter(({ missing }) => missing === null).length
  const chosen = rows.filter(({ id }) => selection.isSelected(id))
  return (
    <>
      <RowBar
        of="queue"
        count={rows.length}
        selection={selection}
        keys={keys}
        does={KEYS}
        status={
          <>
            {selection.selected.length > 0 ? (
              <>
                <b className="num">{selection.selected.length}</b> of {thingsOf(partsOf(act).kind, total)}{' '}
                selected
              </>
            ) : (
              <>
                {act.title}: {thingsOf(partsOf(act).kind, total)} {total === 1 ? 'waits' : 'wait'},{' '}
                <b className="num">{possible}</b> can be done now
              </>
            )}
            {total > rows.length && <> (the first {showNumber(rows.length)} are shown, what is due first)</>}
          </>
        }
      >
        {selection.selected.length > 0 ? (
          <button type="button" className="button button-primary" onClick={() => setBulk(chosen)}>
            {act.title}: {selection.selected.length} selected
          </button>
        ) : (
          <button type="button" className="button button-primary" onClick={() => setBulk(rows)}>
            Run all that are possible
          </button>
        )}
      </RowBar>
      <QueueTable title={act.title} rows={rows} selection={selection} formOf={formOf} />
      <Suspense>{bulk && <BulkPanel act={act} rows={bulk} onClose={() => setBulk(null)} />}</Suspense>
    </>
  )
}

const KEYS = [['Enter', 'Do it for this row: its form opens, and that of the next when it is done']] as const

/** What waits for a second person is worked through on a page of its own. */
const ProposalsLink = ({ count }: { count: number }) => (
  <Link className="button" to="/proposals">
    {count === 0 ? 'Proposals' : `${count} ${count === 1 ? 'proposal waits' : 'proposals wait'}`}
  </Link>
)

/** All that waits for the market operator, stage by stage, to be worked through one by one or many at once. */
export const QueuePage = () => {
  const [search] = useSearchParams()
  useEffect(() => () => setJustDone(null), [])
  const markets = useChoices(listUrl(NOUNS.market, { format: 'choices' }))
  const rounds = useChoices(listUrl(NOUNS.round, { format: 'choices' }))
  const only = search.getAll('id')
  const query = useSteadyAnswer(readQueue, {
    query: {
      ...narrowedBy(search),
      act: QUEUED_ACTS.find(act => act === search.get('act')),
      limit: MOST_OF_QUEUE,
    },
  })
  return (
    <PageBoundary query={query} title="Work queue">
      {queue => (
        <Page
          title="Work queue"
          crumbs={[{ name: 'Work queue' }]}
          actions={<ProposalsLink count={queue.proposals} />}
        >
          <div className="stack">
            <FilterBar
              filters={[
                { id: 'marketId', label: 'Market', choices: markets.data ?? [] },
                { id: 'marketRoundId', label: 'Round', choices: rounds.data ?? [] },
              ]}
            />
            {only.length > 0 && (
              <p className="queue-only">
                Only what waits on the {showNumber(only.length)} selected in a list.{' '}
                <Link to="/queue">All that waits</Link>
              </p>
            )}
            <JustDoneLine />
            <StageNav acts={queue.acts} shown={queue.acts.find(({ id }) => id === queue.act)} />
            <Rows key={queue.act} queue={queue} isFetching={query.isFetching} />
            <p>
              <Link to="/overdue">All steps that are overdue</Link>
            </p>
            <RecentActs />
          </div>
        </Page>
      )}
    </PageBoundary>
  )
}
