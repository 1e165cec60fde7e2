import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { listUrl } from '#contract/kit/noun'
import { NOUNS } from '#contract/nouns/nouns'
import { MAX_QUEUE_ROWS, readQueue, type QueueRow, type QueueView } from '#contract/desk/queue'
import { isOfferedInBulk, QUEUED_ACTS } from '#contract/steps/index'
import { setLastAction } from '../action/just-done.ts'
import { LastActionLine } from '../action/just-done-line.tsx'
import { useChoices, useSteadyAnswer } from '../api/api.ts'
import { showNumber } from '../parts/values/amounts.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/table/filter-bar.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { Page } from '../parts/page/page.tsx'
import { QueueTable } from './queue/queue-table.tsx'
import { RecentBulkActions } from './queue/recent-acts.tsx'
import { StageNav } from './queue/stage-nav.tsx'
import { SelectionBar } from './lists/row-bar.tsx'
import { useRowShortcuts } from './lists/use-keys.ts'
import { useOpenNextRow } from './queue/use-next-item.ts'
import { useRowSelection } from './lists/use-row-selection.ts'
import { recordCountText } from '../parts/messages.ts'
import { queueFilters, splitActId } from './queue/words.ts'
import { PageBoundary } from './shared/page-boundary.tsx'
import { proposalsWaitingText } from './queue/messages.ts'
import './queue/queue.css'

// Dialogs over the page are loaded when they are first opened.
const BulkPanel = lazy(async () => ({ default: (await import('./queue/bulk-panel.tsx')).BulkPanel }))

/** Rounds whose match failed: the page of each has the ways to go on. */
const FailedMatches = ({ failed }: { failed: QueueView['failed'] }) =>
  failed.map(({ id, name, market, link, reason }) => (
    <Notice key={id} tone="warn">
      <p>
        <b>
          {market.name}, {name}
        </b>{' '}
        waits for your decision. {reason}
      </p>
      <Link to={link}>Decide how to go on</Link>
    </Notice>
  ))

const NothingWaits = ({ queue: { acts, act, failed } }: { queue: QueueView }) => {
  const [search] = useSearchParams()
  const waiting = acts.filter(({ count }) => count > 0)
  const here = QUEUED_ACTS.findIndex(id => id === act)
  const next = waiting.find(({ id }) => QUEUED_ACTS.indexOf(id) > here) ?? waiting[0]
  if (next) {
    const words = new URLSearchParams(search)
    words.set('act', next.id)
    return (
      <EmptyState
        title="Nothing to do here"
        button={
          <Link className="button" to={`/queue?${words}`}>
            Continue with {next.title}: {recordCountText(next.count, splitActId(next).kind)}
          </Link>
        }
      />
    )
  }
  const isNarrowed = ['id', 'marketId', 'marketRoundId'].some(word => search.has(word))
  if (failed.length > 0) return null
  return isNarrowed ? (
    <EmptyState
      title="Nothing to do for these"
      button={
        <Link className="button" to="/queue">
          See the whole queue
        </Link>
      }
    />
  ) : (
    <EmptyState title="All done">The market operator has nothing to do.</EmptyState>
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
      words.set('action', act ? splitActId(act).action : '')
      words.set('subject', `${row.kind}/${row.id}`)
      return `/queue?${words.toString().replaceAll('%2F', '/')}`
    },
    [search, act],
  )
  const openRow = useCallback((row: QueueRow) => void navigate(formOf(row)), [navigate, formOf])
  useOpenNextRow(rows, isFetching, openRow)
  const keys = useRowShortcuts(rows, selection, {
    open: row => {
      if (row.missing === null) openRow(row)
    },
  })
  if (!act || rows.length === 0) return <NothingWaits queue={queue} />

  const possible = rows.filter(({ missing }) => missing === null).length
  const chosen = rows.filter(({ id }) => selection.isSelected(id))
  return (
    <>
      <SelectionBar
        count={rows.length}
        selection={selection}
        keys={keys}
        does={KEYS}
        status={
          <>
            {selection.selected.length > 0 ? (
              <>
                <b className="num">{selection.selected.length}</b> of{' '}
                {recordCountText(total, splitActId(act).kind)} selected
              </>
            ) : (
              <>
                {act.title}: {recordCountText(total, splitActId(act).kind)} waiting,{' '}
                <b className="num">{possible}</b> can be done now
              </>
            )}
            {total > rows.length && <> (showing the first {showNumber(rows.length)} by due date)</>}
          </>
        }
      >
        {!isOfferedInBulk(act.id) ? null : selection.selected.length > 0 ? (
          <button type="button" className="button button-primary" onClick={() => setBulk(chosen)}>
            {act.title}: {selection.selected.length} selected
          </button>
        ) : (
          <button type="button" className="button button-primary" onClick={() => setBulk(rows)}>
            Do all that can be done
          </button>
        )}
      </SelectionBar>
      <QueueTable
        title={act.title}
        rows={rows}
        selection={isOfferedInBulk(act.id) ? selection : null}
        formOf={formOf}
      />
      <Suspense>
        {bulk && (
          <BulkPanel
            act={act}
            rows={bulk}
            onClose={() => setBulk(null)}
            onStarted={id => void navigate(`/queue/acts/${id}?${search}`)}
          />
        )}
      </Suspense>
    </>
  )
}

const KEYS = [['Enter', 'Open the form for this row, then the form for the next one']] as const

/** Link to the page with the proposals that wait for approval. */
const ProposalsLink = ({ count }: { count: number }) => (
  <Link className="button" to="/proposals">
    {proposalsWaitingText(count)}
  </Link>
)

/** Work queue of the market operator, by stage, to be processed singly or in bulk. */
export const QueuePage = () => {
  const [search] = useSearchParams()
  useEffect(() => () => setLastAction(null), [])
  const markets = useChoices(listUrl(NOUNS.market, { format: 'choices' }))
  const rounds = useChoices(listUrl(NOUNS.round, { format: 'choices' }))
  const only = search.getAll('id')
  const query = useSteadyAnswer(readQueue, {
    query: {
      ...queueFilters(search),
      act: QUEUED_ACTS.find(act => act === search.get('act')),
      limit: MAX_QUEUE_ROWS,
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
                Showing only what you selected in a list: {showNumber(only.length)}.{' '}
                <Link to="/queue">See the whole queue</Link>
              </p>
            )}
            <LastActionLine />
            <FailedMatches failed={queue.failed} />
            <StageNav acts={queue.acts} shown={queue.acts.find(({ id }) => id === queue.act)} />
            <Rows key={queue.act} queue={queue} isFetching={query.isFetching} />
            <p>
              <Link to="/overdue">All overdue steps</Link>
            </p>
            <RecentBulkActions />
          </div>
        </Page>
      )}
    </PageBoundary>
  )
}
