import type { ProjectRow } from '#domain/wire/project'
import { useList } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { useListParams } from '../parts/list-address.ts'
import { Page } from '../parts/page.tsx'
import { COMPLIANCE_FILTER, CREDIT_TYPE_CHOICES, SOLD_PROJECT_CHOICES } from './shared/choices.ts'
import { PROJECTS_OF_AREA } from './shared/project-columns.tsx'
import { SoldTotals } from './shared/sold-totals.tsx'
import { useFilterChoices } from './shared/use-filter-choices.ts'
import './shared/pages.css'

/** The registry of projects whose credits have been sold. */
export const RegistryProjectsPage = () => {
  const list = useList<ProjectRow>('/api/projects', useListParams({ registry: 'true' }))
  const choices = useFilterChoices()
  return (
    <Page
      title="Registry of projects"
      crumbs={[{ name: 'Registries' }, { name: 'Projects' }]}
      subtitle="Projects that won in a settled market round"
    >
      <FilterBar
        filters={[
          { id: 'q', label: 'Name' },
          ...choices.round,
          {
            id: 'status',
            label: 'Status',
            choices: SOLD_PROJECT_CHOICES,
          },
          {
            id: 'creditType',
            label: 'Credits',
            choices: CREDIT_TYPE_CHOICES,
          },
          COMPLIANCE_FILTER,
        ]}
      />
      <SoldTotals path="/api/projects" />
      <DataTable
        caption="Registry of projects"
        columns={PROJECTS_OF_AREA}
        list={list}
        rowLink={row => `/registry/projects/${row.id}`}
        empty={<EmptyState title="No projects">Projects come here when their round is settled.</EmptyState>}
        download="/api/projects?registry=true"
      />
    </Page>
  )
}
