import { type ReactNode, useMemo } from 'react'
import {
  hasLocation,
  listUrl,
  type FilterOf,
  type ListedNoun,
  type ListQueryOf,
  type RowOf,
  type SortOf,
} from '#contract/kit/noun'
import { withQuery } from '#contract/kit/endpoint'
import type { Kind } from '#domain/disclosure/entities'
import { ActionBar } from '../../parts/action-bar.tsx'
import { SegmentedChoice } from '../../parts/choice.tsx'
import { ColumnChooser } from '../../parts/table/column-chooser.tsx'
import { chosenColumns, type Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { FilterBar, type Filter } from '../../parts/table/filter-bar.tsx'
import { useListQuery, useListState } from '../../parts/page/list-address.ts'
import { LoadingPlaceholder } from '../../parts/page/query-boundary.tsx'
import { SelectedRows } from '../../parts/table/selected-rows.tsx'
import { useSelection } from '../../parts/table/use-selection.ts'
import { ListViews } from './list-views.tsx'
import { LazyMap } from '../shared/map-door.tsx'
import { UnitsNote } from '../shared/units-note.tsx'
import { useAddressList } from '../shared/list-hooks.ts'
import { useIsOperator } from '../shared/use-is-operator.ts'

/** Filter of the list of a noun. */
export type ListFilter<N> = Filter<FilterOf<N> | 'q'>

const SHOWN_AS = [
  { id: 'list', name: 'List' },
  { id: 'map', name: 'Map' },
] as const

/** Kinds of records that are in the work queue. */
const QUEUED: readonly Kind[] = ['project', 'requirement']
const queueFor = (id: readonly string[]) => withQuery('/queue', { id })

/**
 * List of a noun by the query in the address: filters, a row for each record, and a download of the whole
 * list.
 */
export const ListTable = <N extends ListedNoun>({
  noun,
  fixed,
  filters = [],
  called = noun.list,
  totals,
  caption,
  columns,
  rowLink,
  map,
  empty,
}: {
  noun: N
  /** Filters that apply whatever the address says. */
  fixed: ListQueryOf<N>
  filters?: readonly ListFilter<NoInfer<N>>[]
  /** Key under which views of this list are saved; by default the noun. */
  called?: string
  /** Totals of the selected records. */
  totals?: ReactNode
  caption: string
  columns: readonly Column<RowOf<N>, SortOf<N>>[]
  rowLink?: (row: RowOf<N>) => string
  /**
   * Records have coordinates, so they can be shown on a map: as this kind of mark, with pages at this
   * address.
   */
  map?: { of: 'projects' | 'requirements'; pages?: string }
  empty: ReactNode
}) => {
  const { cursor: _, ...words } = useListQuery(noun)
  const { columns: asked, isMap: asksForMap, showMap } = useListState()
  const isMap = map !== undefined && asksForMap
  const shownColumns = useMemo(() => chosenColumns(columns, asked), [columns, asked])
  const list = useAddressList(noun, fixed)
  const isOperator = useIsOperator()
  const selection = useSelection<RowOf<N>>(JSON.stringify([noun.list, fixed, words]))
  const downloadFrom = (format: 'csv' | 'xlsx' | 'geojson' | 'gpkg', id?: readonly string[]) =>
    listUrl(noun, { ...fixed, format, ...(id && { id }) }, words)
  // Memoised, so that ticking a row does not render the filters again, which have hundreds of choices.
  const filterBar = useMemo(() => filters.length > 0 && <FilterBar filters={filters} />, [filters])
  const views = useMemo(() => <ListViews noun={noun} list={called} />, [noun, called])
  const chooser = useMemo(() => <ColumnChooser key={caption} columns={columns} />, [caption, columns])
  // Everything around the list waits for it: its actions are above it and would push it down.
  if (list.isPending) return <LoadingPlaceholder lines={12} what={`Loading ${caption}`} />
  // A list that is empty without any filter has no columns to choose and no view to save.
  const hasTools = isMap || list.data?.total !== 0 || Object.keys(words).length > 0
  const tools = hasTools && (
    <div className="list-tools">
      {map && (
        <SegmentedChoice
          label="Show as"
          options={SHOWN_AS}
          chosen={isMap ? 'map' : 'list'}
          onChoose={shown => showMap(shown === 'map')}
        />
      )}
      {views}
      <SelectedRows
        selection={selection}
        rowLink={rowLink}
        downloadFrom={downloadFrom}
        queueFor={isOperator && QUEUED.includes(noun.kind) ? queueFor : undefined}
      />
      {!isMap && chooser}
    </div>
  )
  return (
    <>
      {filterBar}
      {totals}
      {tools}
      {isMap ? (
        <LazyMap {...{ [map.of]: { ...words, ...fixed } }} label={`${caption} on a map`} pages={map.pages} />
      ) : (
        <DataTable
          caption={caption}
          columns={shownColumns}
          list={list}
          rowLink={rowLink}
          empty={empty}
          selection={selection}
          downloadFrom={downloadFrom}
          isPlaced={hasLocation(noun)}
        />
      )}
      {noun.isDated && !isMap && <UnitsNote />}
    </>
  )
}

/** Actions on the list of a noun as a whole. */
export const ListActions = <N extends ListedNoun>({ noun, fixed }: { noun: N; fixed: ListQueryOf<N> }) => (
  <ActionBar
    actions={useAddressList(noun, fixed).data?.actions ?? []}
    self={listUrl(noun, {})}
    known={fixed}
  />
)
