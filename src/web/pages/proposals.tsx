import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import type { SortOf } from '#contract/kit/noun'
import { PROPOSAL_COLUMNS, type ProposalRow } from '#contract/desk/proposal'
import { useList } from '../api/api.ts'
import { DayText } from '../parts/values/amounts.tsx'
import { statusColumn } from '../parts/table/column-types.tsx'
import type { Column } from '../parts/table/columns.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { QueryBoundary } from '../parts/page/query-boundary.tsx'
import { Section } from '../parts/section.tsx'
import { WaitingProposalsTable } from './proposals/waiting-table.tsx'
import { createCardColumn } from './lists/column-cards.tsx'
import { ListTable } from './lists/list-table.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './queue/queue.css'
import './shared/pages.css'

// Dialogs over the page are loaded when they are first opened.
const ApproveMany = lazy(async () => ({
  default: (await import('./proposals/approve-many.tsx')).BulkApproval,
}))

const DECIDED = ['Approved', 'Declined', 'Withdrawn', 'Void', 'Expired'] as const

const column = createCardColumn(PROPOSAL_COLUMNS)
const COLUMNS: readonly Column<ProposalRow, SortOf<typeof NOUNS.proposal>>[] = [
  { id: 'name', header: 'Proposal', main: true, cell: row => row.name },
  statusColumn('proposal', 'status', PROPOSAL_COLUMNS.status.label, row => row.status, { sort: 'status' }),
  column('proposedBy'),
  column('decidedBy'),
  column('decidedAt', {
    header: 'Decided',
    cell: ({ decidedAt }) => decidedAt && <DayText day={decidedAt} />,
  }),
]

const Waiting = ({ rows }: { rows: readonly ProposalRow[] }) => {
  const navigate = useNavigate()
  const isOperator = useIsOperator()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isApproving, setApproving] = useState(false)
  const mine = rows.filter(({ isOwn }) => isOwn).length
  const possible = rows.filter(({ isOwn }) => !isOwn)
  const chosen = possible.filter(({ id }) => selected.has(id))
  if (rows.length === 0) return <EmptyState title="No proposals are waiting for approval" />
  return (
    <div className="stack">
      <div className="row-bar">
        <p role="status">
          <b className="num">{possible.length}</b> waiting for you
          {mine > 0 && `, ${mine} of yours waiting for someone else`}
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
      <WaitingProposalsTable
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

/** Proposals: those that wait for approval, to be decided singly or in bulk, and those decided. */
export const ProposalsPage = () => (
  <Page title="Proposals" crumbs={[{ name: 'Proposals' }]}>
    <p className="measure quiet">
      Some actions need two people: one proposes, another approves. Nothing changes until then.{' '}
      <Link to="/">Your home page</Link> tells you when a proposal is waiting for you.
    </p>
    <Section heading="Waiting for approval">
      <QueryBoundary query={useList(NOUNS.proposal, { status: ['Waiting'], limit: 200 })}>
        {list => <Waiting rows={list.items} />}
      </QueryBoundary>
    </Section>
    <Section heading="Decided">
      <ListTable
        noun={NOUNS.proposal}
        fixed={{ status: [...DECIDED] }}
        caption="Decided proposals"
        columns={COLUMNS}
        rowLink={row => pageAddress('proposal', { id: row.id })}
        empty={<EmptyState title="No decided proposals yet" />}
      />
    </Section>
  </Page>
)
