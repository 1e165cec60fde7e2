import type { ReactNode } from 'react'
import {
  listUrl,
  type FilterOf,
  type Listed,
  type ListQueryOf,
  type RowOf,
  type SortOf,
} from '#contract/noun'
import { ActionBar } from '../../parts/action-bar.tsx'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { FilterBar, type Filter } from '../../parts/filter-bar.tsx'
import { useListWords } from '../../parts/list-address.ts'
import { UnitsNote } from './units-note.tsx'
import { useAddressList } from './use-address-list.ts'

/** A filter of the list of a noun. */
export type ListFilter<N> = Filter<FilterOf<N> | 'q'>

/** The list of a noun as the address asks for it: its filters, a row for each thing, and the whole of it to download. */
export const ListTable = <N extends Listed>({
  noun,
  fixed,
  filters = [],
  totals,
  caption,
  columns,
  rowLink,
  empty,
}: {
  noun: N
  /** What it is narrowed down by whatever stands in the address. */
  fixed: ListQueryOf<N>
  filters?: readonly ListFilter<NoInfer<N>>[]
  /** What it selects in sum. */
  totals?: ReactNode
  caption: string
  columns: readonly Column<RowOf<N>, SortOf<N>>[]
  rowLink?: (row: RowOf<N>) => string
  empty: ReactNode
}) => {
  const { cursor: _, ...words } = useListWords(noun)
  return (
    <>
      {filters.length > 0 && <FilterBar filters={filters} />}
      {totals}
      <DataTable
        caption={caption}
        columns={columns}
        list={useAddressList(noun, fixed)}
        rowLink={rowLink}
        empty={empty}
        downloadFrom={format => listUrl(noun, { ...fixed, format }, words)}
      />
      {noun.isDated && <UnitsNote />}
    </>
  )
}

/** What may be done on the list of a noun as such. */
export const ListActions = <N extends Listed>({ noun, fixed }: { noun: N; fixed: ListQueryOf<N> }) => (
  <ActionBar actions={useAddressList(noun, fixed).data?.actions ?? []} self={listUrl(noun, {})} />
)
