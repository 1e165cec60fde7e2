import type { ReactNode } from 'react'
import { useList } from '../../api.ts'
import type { Column } from '../../parts/columns.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterBar, type Filter } from '../../parts/filter-bar.tsx'
import { useListParams } from '../../parts/list-address.ts'
import { Page } from '../../parts/page.tsx'
import './pages.css'

/** One of the registries: its filters, what they select in sum, and a row for each thing, which leads to its page. */
export const Registry = <T extends { id: string }, Sort extends string>({
  title,
  name,
  subtitle,
  path,
  filters,
  totals,
  columns,
  pages,
  empty,
}: {
  title: string
  /** What it is called among the registries. */
  name: string
  subtitle: string
  path: string
  filters: readonly Filter[]
  totals: ReactNode
  columns: readonly Column<T, Sort>[]
  /** The address under which each of its things has a page. */
  pages: string
  empty: ReactNode
}) => (
  <Page title={title} crumbs={[{ name: 'Registries' }, { name }]} subtitle={subtitle}>
    <FilterBar filters={filters} />
    {totals}
    <DataTable
      caption={title}
      columns={columns}
      list={useList<T>(path, useListParams({ registry: 'true' }))}
      rowLink={row => `${pages}/${row.id}`}
      empty={<EmptyState title={`No ${name.toLowerCase()}`}>{empty}</EmptyState>}
      download={`${path}?registry=true`}
    />
  </Page>
)
