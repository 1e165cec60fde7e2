import { type ReactNode, Suspense, useMemo } from 'react'
import {
  isPlaced,
  listUrl,
  type FilterOf,
  type Listed,
  type ListQueryOf,
  type RowOf,
  type SortOf,
} from '#contract/noun'
import { withWords } from '#contract/endpoint'
import type { Kind } from '#domain/entities'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ColumnChooser } from '../../parts/column-chooser.tsx'
import { chosenColumns, type Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { FilterBar, type Filter } from '../../parts/filter-bar.tsx'
import { useListWords, usePages } from '../../parts/list-address.ts'
import { Loading } from '../../parts/loading.tsx'
import { SelectedRows } from '../../parts/selected-rows.tsx'
import { useSelection } from '../../parts/use-selection.ts'
import { ListViews } from './list-views.tsx'
import { LaterMap } from './later-map.ts'
import { UnitsNote } from './units-note.tsx'
import { useAddressList } from './use-address-list.ts'
import { useIsOperator } from './use-is-operator.ts'

/** A filter of the list of a noun. */
export type ListFilter<N> = Filter<FilterOf<N> | 'q'>

const SHOWN_AS = [
  { id: 'list', name: 'List' },
  { id: 'map', name: 'Map' },
] as const

/** What the work queue is about. */
const QUEUED: readonly Kind[] = ['project', 'requirement']
const queueFor = (id: readonly string[]) => withWords('/queue', { id })

/** The list of a noun as the address asks for it: its filters, a row for each thing, and the whole of it to download. */
export const ListTable = <N extends Listed>({
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
  /** What it is narrowed down by whatever stands in the address. */
  fixed: ListQueryOf<N>
  filters?: readonly ListFilter<NoInfer<N>>[]
  /** What this list is among the lists of which views are kept; by itself, that of the noun. */
  called?: string
  /** What it selects in sum. */
  totals?: ReactNode
  caption: string
  columns: readonly Column<RowOf<N>, SortOf<N>>[]
  rowLink?: (row: RowOf<N>) => string
  /** Its things have places, so it can be seen as a map: as which kind of mark, and under which address their pages are. */
  map?: { of: 'projects' | 'requirements'; pages?: string }
  empty: ReactNode
}) => {
  const { cursor: _, ...words } = useListWords(noun)
  const { columns: asked, isMap: asksForMap, showMap } = usePages()
  const isMap = map !== undefined && asksForMap
  const shownColumns = useMemo(() => chosenColumns(columns, asked), [columns, asked])
  const list = useAddressList(noun, fixed)
  const isOperator = useIsOperator()
  const selection = useSelection<RowOf<N>>(JSON.stringify([noun.list, fixed, words]))
  const downloadFrom = (format: 'csv' | 'xlsx' | 'geojson' | 'gpkg', id?: readonly string[]) =>
    listUrl(noun, { ...fixed, format, ...(id && { id }) }, words)
  // Ticking a row draws none of these again: their choices are hundreds.
  const filterBar = useMemo(() => filters.length > 0 && <FilterBar filters={filters} />, [filters])
  const views = useMemo(() => <ListViews noun={noun} list={called} />, [noun, called])
  const chooser = useMemo(() => <ColumnChooser key={caption} columns={columns} />, [caption, columns])
  // What stands around the list comes with it: what may be done with the list stands above, and would push it down.
  if (list.isPending) return <Loading lines={12} what={`Loading ${caption}`} />
  // A list of nothing, though nothing narrows it down, has no columns to choose and no view to keep.
  const hasTools = isMap || list.data?.total !== 0 || Object.keys(words).length > 0
  const tools = hasTools && (
    <div className="list-tools">
      {map && (
        <Choice
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
        <Suspense fallback={<Loading lines={12} what="Loading the map" />}>
          <LaterMap
            {...{ [map.of]: { ...words, ...fixed } }}
            label={`${caption} on a map`}
            pages={map.pages}
          />
        </Suspense>
      ) : (
        <DataTable
          caption={caption}
          columns={shownColumns}
          list={list}
          rowLink={rowLink}
          empty={empty}
          selection={selection}
          downloadFrom={downloadFrom}
          isPlaced={isPlaced(noun)}
        />
      )}
      {noun.isDated && !isMap && <UnitsNote />}
    </>
  )
}

/** What may be done on the list of a noun as such. */
export const ListActions = <N extends Listed>({ noun, fixed }: { noun: N; fixed: ListQueryOf<N> }) => (
  <ActionBar
    actions={useAddressList(noun, fixed).data?.actions ?? []}
    self={listUrl(noun, {})}
    known={fixed}
  />
)
