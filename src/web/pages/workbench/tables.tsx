import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type CheckRow, type EvidenceRow, listChecks, listEvidence } from '#contract/project/check-schedule'
import { areaColumns } from '#contract/columns/place'
import { endpointUrl, withQuery } from '#contract/kit/endpoint'
import { pageAddress } from '#contract/nouns/nouns'
import {
  CHECK_STATE_LABELS,
  CHECK_STATES,
  type CheckState,
  EVIDENCE_STATE_LABELS,
  EVIDENCE_STATES,
  SCHEDULED_CHECK_KIND_LABELS,
  SCHEDULED_CHECK_KINDS,
} from '#domain/project/check-schedule'
import { useSteadyAnswer } from '../../api/api.ts'
import { entryCountText } from '../../parts/messages.ts'
import { showNumber } from '../../parts/values/amounts.tsx'
import { ColumnChooser } from '../../parts/table/column-chooser.tsx'
import { textColumn } from '../../parts/table/column-types.tsx'
import { chosenColumns, type Column } from '../../parts/table/columns.ts'
import { RowsTable } from '../../parts/table/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar } from '../../parts/table/filter-bar.tsx'
import { type ListFilters, useListState } from '../../parts/page/list-address.ts'
import { QueryBoundary, type QueryState } from '../../parts/page/query-boundary.tsx'
import { ListViews } from '../lists/list-views.tsx'
import { CHECK_COLUMN_LIST, EVIDENCE_COLUMN_LIST } from '../shared/monitoring.tsx'
import { useFiguresDate } from '../shared/use-day.ts'
import type { useFilterChoices } from '../shared/list-hooks.ts'

interface OfProject {
  project: { id: string; name: string }
  supplier: { name: string }
  lpa: { name: string } | null
}

const project = textColumn<OfProject>('project', 'Project', row => row.project.name, {
  main: true,
  cell: row => <Link to={pageAddress('project', row.project)}>{row.project.name}</Link>,
})
const others: readonly Column<OfProject>[] = [
  textColumn('supplier', 'Supplier', row => row.supplier.name),
  textColumn('lpa', areaColumns.lpa.label, row => row.lpa?.name, {
    isExtra: true,
    sortBy: row => row.lpa?.name ?? '',
  }),
]
const CHECKS: readonly Column<CheckRow>[] = [
  project,
  ...CHECK_COLUMN_LIST.map(column => ({ ...column, main: false })),
  ...others,
]
const EVIDENCE: readonly Column<EvidenceRow>[] = [
  project,
  ...EVIDENCE_COLUMN_LIST.map(column => ({ ...column, main: false })),
  ...others,
]

/** Filters of each table in its address. */
const ASKED = {
  checks: { filters: { state: [], kind: [], lpa: [], whole: [] }, isDated: true },
  evidence: { filters: { state: [], lpa: [] }, isDated: true },
} as const satisfies Readonly<Record<string, ListFilters>>

/** Table of the workbench: rows, columns, and a download of all rows. */
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
  /** Message if there are no rows, whatever the filters. */
  empty: ReactNode
  /** Filters leave out some rows. */
  isNarrowed: boolean
  download: (format: 'csv' | 'xlsx') => string
  list: keyof typeof ASKED
}) => {
  const { columns: asked } = useListState()
  return (
    <QueryBoundary query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          isNarrowed ? (
            <EmptyState title="Nothing matches your filters" />
          ) : (
            empty
          )
        ) : (
          <>
            <div className="list-tools">
              <p role="status">
                {entryCountText(total)}
                {total > items.length && `, showing the first ${showNumber(items.length)}`}. Download all as{' '}
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
    shared: { on: useFiguresDate(), q: search.get('q') ?? undefined, ...(lpa.length > 0 && { lpa }) },
  }
}

/** States shown unless the address says otherwise. */
const TO_LOOK_AFTER: CheckState[] = ['late', 'failing', 'due']

/** Schedule of checks and reports, by the filters in the address. */
export const CheckTable = ({ lpas }: { lpas: ReturnType<typeof useFilterChoices>['lpa'] }) => {
  const { search, shared, isNarrowed } = useAsked()
  const { setFilter } = useListState()
  const isWhole = search.get('whole') === 'true'
  const chosen = among(CHECK_STATES, search.getAll('state'))
  const asked = {
    ...shared,
    state: chosen ?? (isWhole ? undefined : TO_LOOK_AFTER),
    kind: among(SCHEDULED_CHECK_KINDS, search.getAll('kind')),
  }
  return (
    <>
      <FilterBar
        filters={[
          { id: 'q', label: 'Project' },
          { id: 'state', label: 'State', choices: choicesOf(CHECK_STATES, CHECK_STATE_LABELS) },
          {
            id: 'kind',
            label: 'Kind',
            choices: choicesOf(SCHEDULED_CHECK_KINDS, SCHEDULED_CHECK_KIND_LABELS),
          },
          ...lpas,
        ]}
      />
      {chosen === undefined && (
        <p>
          {isWhole ? 'Showing the full schedule.' : 'Showing only what is late, failing or due.'}{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => setFilter('whole', isWhole ? null : 'true')}
          >
            {isWhole ? 'Show only what is late, failing or due' : 'Show the full schedule'}
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
              A schedule starts when the delivery of a project is verified.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing is late, failing or due" />
          )
        }
        list="checks"
        download={format => withQuery(endpointUrl(listChecks, {}), { ...asked, format })}
      />
    </>
  )
}

/** Evidence requested and received, by the filters in the address. */
export const EvidenceTable = ({ lpas }: { lpas: ReturnType<typeof useFilterChoices>['lpa'] }) => {
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
        caption="Evidence requested and received"
        isNarrowed={isNarrowed || asked.state !== undefined}
        empty={
          <EmptyState title="No evidence requested yet">
            You can request evidence on the page of a project.
          </EmptyState>
        }
        list="evidence"
        download={format => withQuery(endpointUrl(listEvidence, {}), { ...asked, format })}
      />
    </>
  )
}
