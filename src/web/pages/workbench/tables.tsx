import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type CheckRow, type EvidenceRow, listChecks, listEvidence } from '#contract/check-schedule'
import { urlOf, withWords } from '#contract/endpoint'
import { addressOf } from '#contract/nouns'
import {
  CHECK_STATE_LABELS,
  CHECK_STATES,
  type CheckState,
  EVIDENCE_STATE_LABELS,
  EVIDENCE_STATES,
  SCHEDULED_KIND_LABELS,
  SCHEDULED_KINDS,
} from '#domain/check-schedule'
import { useSteadyAnswer } from '../../api.ts'
import { showNumber } from '../../parts/amounts.tsx'
import { ColumnChooser } from '../../parts/column-chooser.tsx'
import { chosenColumns, type Column } from '../../parts/columns.ts'
import { RowsTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { type Asked, usePages } from '../../parts/list-address.ts'
import { QueryBoundary, type QueryState } from '../../parts/query-boundary.tsx'
import { ListViews } from '../shared/list-views.tsx'
import { CHECK_COLUMNS, EVIDENCE_COLUMNS } from '../shared/monitoring.tsx'
import { useOn } from '../shared/use-day.ts'
import type { useFilterChoices } from '../shared/use-filter-choices.ts'

interface OfProject {
  project: { id: string; name: string }
  supplier: { name: string }
  lpa: { name: string } | null
}

const project: Column<OfProject> = {
  id: 'project',
  header: 'Project',
  main: true,
  cell: row => <Link to={addressOf('project', row.project)}>{row.project.name}</Link>,
  sortBy: row => row.project.name,
}
const others: readonly Column<OfProject>[] = [
  { id: 'supplier', header: 'Supplier', cell: row => row.supplier.name, sortBy: row => row.supplier.name },
  {
    id: 'lpa',
    header: 'Local planning authority',
    isExtra: true,
    cell: row => row.lpa?.name,
    sortBy: row => row.lpa?.name ?? '',
  },
]
const CHECKS: readonly Column<CheckRow>[] = [
  project,
  ...CHECK_COLUMNS.map(column => ({ ...column, main: false })),
  ...others,
]
const EVIDENCE: readonly Column<EvidenceRow>[] = [
  project,
  ...EVIDENCE_COLUMNS.map(column => ({ ...column, main: false })),
  ...others,
]

/** By what each of the tables is narrowed down in its address. */
const ASKED = {
  checks: { filters: { state: [], kind: [], lpa: [], whole: [] }, isDated: true },
  evidence: { filters: { state: [], lpa: [] }, isDated: true },
} as const satisfies Readonly<Record<string, Asked>>

/** The rows of a table of the workbench, its columns, and the whole of it to download. */
const Rows = <R extends { id: string }>({
  query,
  columns,
  caption,
  empty,
  isNarrowed,
  download,
  list,
}: {
  query: QueryState<{ items: R[]; total: number }>
  columns: readonly Column<R>[]
  caption: string
  /** What to say where there is nothing, whatever is asked. */
  empty: ReactNode
  /** Something is left out by filters. */
  isNarrowed: boolean
  download: (format: 'csv' | 'xlsx') => string
  list: keyof typeof ASKED
}) => {
  const { columns: asked } = usePages()
  return (
    <QueryBoundary query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          isNarrowed ? (
            <EmptyState title="Nothing fits the filters" />
          ) : (
            empty
          )
        ) : (
          <>
            <div className="list-tools">
              <p role="status">
                {showNumber(total)} {total === 1 ? 'entry' : 'entries'}
                {total > items.length && `, the first ${showNumber(items.length)} shown`}. Download all as{' '}
                <a href={download('csv')}>CSV</a> or <a href={download('xlsx')}>XLSX</a>
              </p>
              <ListViews noun={ASKED[list]} list={list} />
              <ColumnChooser columns={columns} />
            </div>
            <RowsTable
              caption={caption}
              columns={chosenColumns(columns, asked).map(column => ({ ...column, isExtra: undefined }))}
              rows={items}
            />
          </>
        )
      }
    </QueryBoundary>
  )
}

const among = <T extends string>(known: readonly T[], said: readonly string[]): T[] | undefined => {
  const some = known.filter(one => said.includes(one))
  return some.length > 0 ? some : undefined
}

const choicesOf = <T extends string>(known: readonly T[], labels: Readonly<Record<T, string>>) =>
  known.map(id => ({ id, name: labels[id] }))

const useAsked = () => {
  const [search] = useSearchParams()
  const lpa = search.getAll('lpa')
  return {
    search,
    isNarrowed: search.has('q') || lpa.length > 0,
    shared: { on: useOn(), q: search.get('q') ?? undefined, ...(lpa.length > 0 && { lpa }) },
  }
}

/** What is shown unless the address says otherwise. */
const TO_LOOK_AFTER: CheckState[] = ['late', 'failing', 'due']

/** The schedule of checks and reports, as the address asks for it. */
export const Checks = ({ lpas }: { lpas: ReturnType<typeof useFilterChoices>['lpa'] }) => {
  const { search, shared, isNarrowed } = useAsked()
  const { setFilter } = usePages()
  const isWhole = search.get('whole') === 'true'
  const chosen = among(CHECK_STATES, search.getAll('state'))
  const asked = {
    ...shared,
    state: chosen ?? (isWhole ? undefined : TO_LOOK_AFTER),
    kind: among(SCHEDULED_KINDS, search.getAll('kind')),
  }
  return (
    <>
      <FilterBar
        filters={[
          { id: 'q', label: 'Project' },
          { id: 'state', label: 'State', choices: choicesOf(CHECK_STATES, CHECK_STATE_LABELS) },
          { id: 'kind', label: 'Kind', choices: choicesOf(SCHEDULED_KINDS, SCHEDULED_KIND_LABELS) },
          ...lpas,
        ]}
      />
      {chosen === undefined && (
        <p>
          {isWhole ? 'The whole schedule is shown.' : 'What is late, failing or due is shown.'}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => setFilter('whole', isWhole ? null : 'true')}
          >
            {isWhole ? 'Only what is late, failing or due' : 'The whole schedule'}
          </button>
        </p>
      )}
      <Rows
        query={useSteadyAnswer(listChecks, { query: asked })}
        columns={CHECKS}
        caption="Checks and reports"
        isNarrowed={isNarrowed || chosen !== undefined || asked.kind !== undefined}
        empty={
          isWhole ? (
            <EmptyState title="No schedule yet">
              It begins once the delivery of a project was verified.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing is late, failing or due" />
          )
        }
        list="checks"
        download={format => withWords(urlOf(listChecks, {}), { ...asked, format })}
      />
    </>
  )
}

/** What was asked for and received, as the address asks for it. */
export const Evidence = ({ lpas }: { lpas: ReturnType<typeof useFilterChoices>['lpa'] }) => {
  const { search, shared, isNarrowed } = useAsked()
  const asked = { ...shared, state: among(EVIDENCE_STATES, search.getAll('state')) }
  return (
    <>
      <FilterBar
        filters={[
          { id: 'q', label: 'Project' },
          { id: 'state', label: 'State', choices: choicesOf(EVIDENCE_STATES, EVIDENCE_STATE_LABELS) },
          ...lpas,
        ]}
      />
      <Rows
        query={useSteadyAnswer(listEvidence, { query: asked })}
        columns={EVIDENCE}
        caption="Evidence asked for and received"
        isNarrowed={isNarrowed || asked.state !== undefined}
        empty={
          <EmptyState title="No evidence was asked for">Ask for it on the page of a project.</EmptyState>
        }
        list="evidence"
        download={format => withWords(urlOf(listEvidence, {}), { ...asked, format })}
      />
    </>
  )
}
