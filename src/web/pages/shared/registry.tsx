import type { ReactNode } from 'react'
import type { Listed, ListQueryOf, RowOf, SortOf } from '#contract/noun'
import type { Column } from '../../parts/columns.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Page } from '../../parts/page.tsx'
import { type ListFilter, ListTable } from './list-table.tsx'
import './pages.css'

/** One of the registries: its filters, what they select in sum, and a row for each thing, which leads to its page. */
export const Registry = <N extends Listed>({
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
  empty,
}: {
  title: string
  /** What it is called among the registries. */
  name: string
  subtitle: string
  noun: N
  /** What selects the registry out of the list. */
  fixed: ListQueryOf<N>
  filters: readonly ListFilter<NoInfer<N>>[]
  totals: ReactNode
  columns: readonly Column<RowOf<N>, SortOf<N>>[]
  /** The address under which each of its things has a page. */
  pages: string
  /** What its map shows, where its things have places. */
  places?: 'projects' | 'requirements'
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
      empty={<EmptyState title={`No ${name.toLowerCase()}`}>{empty}</EmptyState>}
    />
  </Page>
)
