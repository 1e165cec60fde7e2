import type { ProjectRow } from '#contract/project'
import { useList, useUser } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { useListParams } from '../parts/list-address.ts'
import { Page } from '../parts/page.tsx'
import { addressOf } from '#contract/nouns'
import { COMPLIANCE_FILTER, PROJECT_STATUS_CHOICES } from './shared/choices.ts'
import { PROJECT_COLUMNS, PROJECTS_OF_AREA } from './shared/project-columns.tsx'
import { useFilterChoices } from './shared/use-filter-choices.ts'
import './shared/pages.css'

/** All projects that the reader may see. */
export const ProjectsPage = () => {
  const list = useList<ProjectRow>('/api/projects', useListParams())
  const choices = useFilterChoices()
  const isAuthority = useUser().data?.organisation?.type === 'LPA'
  return (
    <Page title="Projects" actions={<ActionBar actions={list.data?.actions ?? []} self="/api/projects" />}>
      <FilterBar
        filters={[
          { id: 'q', label: 'Name' },
          ...choices.round,
          { id: 'status', label: 'Status', choices: PROJECT_STATUS_CHOICES },
          ...choices.projectType,
          ...choices.nca,
          ...choices.lpa,
          COMPLIANCE_FILTER,
        ]}
      />
      <DataTable
        caption="Projects"
        columns={isAuthority ? PROJECTS_OF_AREA : PROJECT_COLUMNS}
        list={list}
        rowLink={row => addressOf('project', { id: row.id })}
        empty={<EmptyState title="No projects">There are none, or none fits the filters.</EmptyState>}
        download="/api/projects"
      />
    </Page>
  )
}
