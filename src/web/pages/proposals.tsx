import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addressOf, NOUNS } from '#contract/nouns'
import type { SortOf } from '#contract/noun'
import type { ProposalRow } from '#contract/proposal'
import { useList } from '../api.ts'
import { DayText } from '../parts/amounts.tsx'
import type { Column } from '../parts/columns.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page.tsx'
import { QueryBoundary } from '../parts/query-boundary.tsx'
import { Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { WaitingTable } from './proposals/waiting-table.tsx'
import { ListTable } from './shared/list-table.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './queue/queue.css'
import './shared/pages.css'

// What opens over the page is fetched when it is first opened.
const ApproveMany = lazy(async () => ({
  default: (await import('./proposals/approve-many.tsx')).ApproveMany,
}))

const DECIDED = ['Approved', 'Declined', 'Withdrawn', 'Void', 'Expired'] as const

const COLUMNS: readonly Column<ProposalRow, SortOf<typeof NOUNS.proposal>>[] = [
  { id: 'name', header: 'Proposal', main: true, cell: row => row.name },
  {
    id: 'status',
    header: 'Status',
    sort: 'status',
    cell: row => <StatusBadge kind="proposal" status={row.status} />,
  },
  { id: 'proposedBy', header: 'Proposed by', cell: row => row.proposedBy },
  { id: 'decidedBy', header: 'Decided by', cell: row => row.decidedBy },
  {
    id: 'decidedAt',
    header: 'Decided',
    cell: row => (row.decidedAt === null ? null : <DayText day={row.decidedAt} />),
  },
]

const Waiting = ({ rows }: { rows: readonly ProposalRow[] }) => {
  const navigate = useNavigate()
  const isOperator = useIsOperator()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isApproving, setApproving] = useState(false)
  const mine = rows.filter(({ isOwn }) => isOwn).length
  const possible = rows.filter(({ isOwn }) => !isOwn)
  const chosen = possible.filter(({ id }) => selected.has(id))
  if (rows.length === 0)
    return <EmptyState title="Nothing waits">No proposal waits for a second person.</EmptyState>
  return (
    <div className="stack">
      <div className="row-bar">
        <p role="status">
          <b className="num">{possible.length}</b> {possible.length === 1 ? 'waits' : 'wait'} for you
          {mine > 0 && `, ${mine} of your own for somebody else`}
        </p>
        {isOperator && possible.length > 0 && (
          <>
            <button
              type="button"
              className="button button-primary"
              aria-disabled={chosen.length === 0}
              onClick={() => chosen.length > 0 && setApproving(true)}
            >
              Approve {chosen.length} selected
            </button>
            <button
              type="button"
              className="button"
              onClick={() =>
                setSelected(new Set(chosen.length === possible.length ? [] : possible.map(({ id }) => id)))
              }
            >
              {chosen.length === possible.length ? 'Select none' : `Select all ${possible.length}`}
            </button>
          </>
        )}
      </div>
      <WaitingTable
        rows={rows}
        selected={selected}
        onToggle={
          isOperator
            ? id =>
                setSelected(before => {
                  const after = new Set(before)
                  if (!after.delete(id)) after.add(id)
                  return after
                })
            : null
        }
      />
      {isApproving && (
        <Suspense>
          <ApproveMany
            rows={chosen}
            onClose={() => setApproving(false)}
            onStarted={id => void navigate(`/queue/acts/${id}`)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What was proposed: what waits for a second person, to be decided one by one or many at once, and what was decided. */
export const ProposalsPage = () => (
  <Page title="Proposals" crumbs={[{ name: 'Proposals' }]}>
    <p className="measure quiet">
      Some acts need two people: one proposes, another approves. Nothing is done in between.{' '}
      <Link to="/">Home</Link> tells you when something waits for you.
    </p>
    <Section heading="Waiting for a second person">
      <QueryBoundary query={useList(NOUNS.proposal, { status: ['Waiting'], limit: 200 })}>
        {list => <Waiting rows={list.items} />}
      </QueryBoundary>
    </Section>
    <Section heading="Decided">
      <ListTable
        noun={NOUNS.proposal}
        fixed={{ status: [...DECIDED] }}
        caption="Proposals that were decided"
        columns={COLUMNS}
        rowLink={row => addressOf('proposal', { id: row.id })}
        empty={<EmptyState title="None yet">No proposal has been decided.</EmptyState>}
      />
    </Section>
  </Page>
)
