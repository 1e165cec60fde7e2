import type { ReactNode } from 'react'
import type { ListedNoun, ListQueryOf, RowOf, SortOf } from '#contract/kit/noun'
import type { Column } from '../../parts/table/columns.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page/page.tsx'
import { type ListFilter, ListTable } from './list-table.tsx'
import '../shared/pages.css'

/** Registry page: filters, totals of the selection, and a row for each record, linked to its page. */
export const Registry = <N extends ListedNoun>({
  title,
  name,
  subtitle,
  noun,
  fixed,
  filters,
  totals,
  columns,
  pages,
  places,
  none,
  empty,
}: {
  title: string
  /** Name of the registry. */
  name: string
  subtitle: string
  noun: N
  /** Filters that select the registry's records from the list. */
  fixed: ListQueryOf<N>
  filters: readonly ListFilter<NoInfer<N>>[]
  totals: ReactNode
  columns: readonly Column<RowOf<N>, SortOf<N>>[]
  /** Address under which each record has a page. */
  pages: string
  /** Kind of marks on the map, if the records have coordinates. */
  places?: 'projects' | 'requirements'
  /** Title of an empty registry. */
  none: string
  empty: ReactNode
}) => (
  <Page title={title} crumbs={[{ name: 'Registries' }, { name }]} subtitle={subtitle}>
    <ListTable
      noun={noun}
      called={`registry-${noun.list}`}
      fixed={fixed}
      filters={filters}
      totals={totals}
      caption={title}
      columns={columns}
      map={places && { of: places, pages }}
      rowLink={row => `${pages}/${row.id}`}
      empty={<EmptyState title={none}>{empty}</EmptyState>}
    />
  </Page>
)
