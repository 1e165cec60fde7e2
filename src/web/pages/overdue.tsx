import { Link, useSearchParams } from 'react-router'
import { listUrl } from '#contract/kit/noun'
import { NOUNS } from '#contract/nouns/nouns'
import { listOverdue, type OverdueStep, ASSIGNEES } from '#contract/kit/step-clock'
import { groupBy } from '#domain/values/grouped'
import { useChoices, useSteadyAnswer } from '../api/api.ts'
import { overdueCountText } from '../parts/messages.ts'
import { showNumber } from '../parts/values/amounts.tsx'
import { textColumn } from '../parts/table/column-types.tsx'
import type { Column } from '../parts/table/columns.ts'
import { RowsTable } from '../parts/table/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/table/filter-bar.tsx'
import { Page } from '../parts/page/page.tsx'
import { DueDateText, assigneeText, WaitingSinceText } from '../parts/step-clock.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './shared/pages.css'

const shownText = (count: number, isMore: boolean): string =>
  isMore
    ? `More than ${showNumber(count)} steps are overdue. This list shows the ones that have been due for longest.`
    : overdueCountText(count)

const TURN_CHOICES = [
  { id: 'operator', name: 'The market operator' },
  { id: 'owner', name: 'The owner' },
]

/** Steps of one record that are due on one date and have the same assignee. */
interface Late {
  id: string
  steps: readonly OverdueStep[]
  first: OverdueStep
}

const together = (items: readonly OverdueStep[]): Late[] =>
  groupBy(
    items,
    ({ kind, id, clock: { due, turn, since } }) => `${kind} ${id} ${due} ${turn} ${since}`,
  ).flatMap(([id, steps]) => {
    const [first] = steps
    return first ? [{ id, steps, first }] : []
  })

const whatOf = ({ steps }: Late): string[] => steps.map(({ clock }) => clock.what).toSorted()
const turnOf = ({ first: { clock, organisation } }: Late): string =>
  assigneeText(clock, organisation?.name ?? 'The owner')

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
    cell: ({ first }) => <DueDateText due={first.clock.due} />,
    sortBy: ({ first }) => first.clock.due,
  },
  textColumn('turn', 'Waiting for', turnOf),
  {
    id: 'waits',
    header: 'Waiting time',
    cell: ({ first }) => <WaitingSinceText {...first.clock} />,
    sortBy: ({ first }) => first.clock.since,
  },
]

/**
 * Steps whose due date has passed: all of them for the market operator, those of its area for a planning
 * authority.
 */
export const OverduePage = () => {
  const [search] = useSearchParams()
  const isOperator = useIsOperator()
  const rounds = useChoices(listUrl(NOUNS.round, { format: 'choices' }))
  const query = useSteadyAnswer(listOverdue, {
    query: {
      marketRoundId: search.get('marketRoundId') ?? undefined,
      turn: ASSIGNEES.find(turn => turn === search.get('turn')),
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
                { id: 'turn', label: 'Waiting for', choices: TURN_CHOICES },
              ]}
            />
            {items.length === 0 ? (
              <EmptyState title="Nothing is overdue">
                Steps appear here when their due date has passed.
              </EmptyState>
            ) : (
              <>
                <p role="status">{shownText(items.length, isMore)}</p>
                <RowsTable caption="Overdue steps" columns={COLUMNS} rows={together(items)} />
              </>
            )}
          </div>
        </Page>
      )}
    </PageBoundary>
  )
}
