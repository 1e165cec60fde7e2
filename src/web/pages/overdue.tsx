import { Link, useSearchParams } from 'react-router'
import { listUrl } from '#contract/noun'
import { NOUNS } from '#contract/nouns'
import { listOverdue, type OverdueStep, TURNS } from '#contract/step-clock'
import { grouped } from '#domain/grouped'
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

/** Steps of one thing that are due on one day, and whose turn is the same. */
interface Late {
  id: string
  steps: readonly OverdueStep[]
  first: OverdueStep
}

const together = (items: readonly OverdueStep[]): Late[] =>
  grouped(
    items,
    ({ kind, id, clock: { due, turn, since } }) => `${kind} ${id} ${due} ${turn} ${since}`,
  ).flatMap(([id, steps]) => {
    const [first] = steps
    return first ? [{ id, steps, first }] : []
  })

const whatOf = ({ steps }: Late): string[] => steps.map(({ clock }) => clock.what).toSorted()
const turnOf = ({ first: { clock, organisation } }: Late): string =>
  turnText(clock, organisation?.name ?? 'The owner')

const COLUMNS: readonly Column<Late>[] = [
  {
    id: 'name',
    header: 'Name',
    main: true,
    cell: ({ first: { link, name, organisation, round } }) => (
      <>
        <Link to={link}>{name}</Link>
        <div className="small quiet">
          {organisation && `${organisation.name}; `}
          {round.market}, {round.name}
        </div>
      </>
    ),
    sortBy: ({ first }) => first.name,
  },
  {
    id: 'step',
    header: 'Step',
    card: 'status',
    cell: row => whatOf(row).map(what => <div key={what}>{what}</div>),
    sortBy: row => whatOf(row).join(),
  },
  {
    id: 'due',
    header: 'Due',
    cell: ({ first }) => <DueText due={first.clock.due} />,
    sortBy: ({ first }) => first.clock.due,
  },
  {
    id: 'turn',
    header: 'Whose turn',
    cell: turnOf,
    sortBy: turnOf,
  },
  {
    id: 'waits',
    header: 'Waits',
    cell: ({ first }) => <WaitText {...first.clock} />,
    sortBy: ({ first }) => first.clock.since,
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
                <RowsTable caption="Overdue steps" columns={COLUMNS} rows={together(items)} />
              </>
            )}
          </div>
        </Page>
      )}
    </PageBoundary>
  )
}
