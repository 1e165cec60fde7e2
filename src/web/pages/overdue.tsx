import { Link, useSearchParams } from 'react-router'
import { listUrl } from '#contract/noun'
import { NOUNS, statusLabel } from '#contract/nouns'
import { listOverdue, type OverdueStep, TURNS } from '#contract/step-clock'
import { useChoices, useSteadyAnswer } from '../api.ts'
import { showNumber } from '../parts/amounts.tsx'
import type { Column } from '../parts/columns.ts'
import { RowsTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { Page } from '../parts/page.tsx'
import { DueText, turnText, WaitText } from '../parts/step-clock.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './shared/pages.css'

const TURN_CHOICES = [
  { id: 'operator', name: 'The market operator' },
  { id: 'owner', name: 'The owner' },
]

const COLUMNS: readonly Column<OverdueStep>[] = [
  {
    id: 'name',
    header: 'Name',
    main: true,
    cell: row => <Link to={row.link}>{row.name}</Link>,
    sortBy: row => row.name,
  },
  {
    id: 'step',
    header: 'Step',
    card: 'status',
    cell: row => row.clock.what,
    sortBy: row => row.clock.what,
  },
  {
    id: 'due',
    header: 'Due',
    cell: row => <DueText due={row.clock.due} />,
    sortBy: row => row.clock.due,
  },
  {
    id: 'turn',
    header: 'Whose turn',
    cell: row => turnText(row.clock, row.organisation?.name ?? 'The owner'),
    sortBy: row => turnText(row.clock, row.organisation?.name ?? ''),
  },
  {
    id: 'waits',
    header: 'Waits',
    cell: row => <WaitText {...row.clock} />,
    sortBy: row => row.clock.since,
  },
  {
    id: 'status',
    header: 'Status',
    cell: row => statusLabel(row.kind, row.status),
    sortBy: row => row.status,
  },
  {
    id: 'round',
    header: 'Market round',
    cell: row => `${row.round.market}, ${row.round.name}`,
    sortBy: row => `${row.round.market}, ${row.round.name}`,
  },
]

/** Steps whose day has passed: all of them to the market operator, those of its area to a planning authority. */
export const OverduePage = () => {
  const [search] = useSearchParams()
  const isOperator = useIsOperator()
  const rounds = useChoices(listUrl(NOUNS.round, { format: 'choices' }))
  const query = useSteadyAnswer(listOverdue, {
    query: {
      marketRoundId: search.get('marketRoundId') ?? undefined,
      turn: TURNS.find(turn => turn === search.get('turn')),
    },
  })
  return (
    <PageBoundary query={query} title="Overdue">
      {({ items, isMore }) => (
        <Page
          title="Overdue"
          crumbs={[
            isOperator ? { name: 'Work queue', to: '/queue' } : { name: 'Home', to: '/' },
            { name: 'Overdue' },
          ]}
        >
          <div className="stack">
            <FilterBar
              filters={[
                { id: 'marketRoundId', label: 'Round', choices: rounds.data ?? [] },
                { id: 'turn', label: 'Whose turn', choices: TURN_CHOICES },
              ]}
            />
            {items.length === 0 ? (
              <EmptyState title="Nothing is overdue">
                A step is listed here once the day has passed by which it should have been done.
              </EmptyState>
            ) : (
              <>
                <p role="status">
                  {showNumber(items.length)} {items.length === 1 ? 'step is' : 'steps are'} overdue
                  {isMore && ' and more: those that have been due for longest are shown'}
                </p>
                <RowsTable caption="Overdue steps" columns={COLUMNS} rows={items} />
              </>
            )}
          </div>
        </Page>
      )}
    </PageBoundary>
  )
}
