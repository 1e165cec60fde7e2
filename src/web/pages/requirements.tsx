import type { RequirementRow } from '#contract/requirement'
import { useList, useUser } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { useListParams } from '../parts/list-address.ts'
import { Page } from '../parts/page.tsx'
import { addressOf } from '#contract/nouns'
import { REDEMPTION_FILTER, REQUIREMENT_STATUS_CHOICES } from './shared/choices.ts'
import { REQUIREMENT_COLUMNS, REQUIREMENTS_OF_AREA } from './shared/requirement-columns.tsx'
import { useFilterChoices } from './shared/use-filter-choices.ts'
import './shared/pages.css'

/** All credit requirements that the reader may see. */
export const RequirementsPage = () => {
  const list = useList<RequirementRow>('/api/requirements', useListParams())
  const choices = useFilterChoices()
  const isAuthority = useUser().data?.organisation?.type === 'LPA'
  return (
    <Page
      title="Credit requirements"
      actions={<ActionBar actions={list.data?.actions ?? []} self="/api/requirements" />}
    >
      <FilterBar
        filters={[
          { id: 'q', label: 'Name' },
          ...choices.round,
          { id: 'status', label: 'Status', choices: REQUIREMENT_STATUS_CHOICES },
          ...choices.nca,
          ...choices.lpa,
          REDEMPTION_FILTER,
        ]}
      />
      <DataTable
        caption="Credit requirements"
        columns={isAuthority ? REQUIREMENTS_OF_AREA : REQUIREMENT_COLUMNS}
        list={list}
        rowLink={row => addressOf('requirement', { id: row.id })}
        empty={
          <EmptyState title="No credit requirements">There are none, or none fits the filters.</EmptyState>
        }
        download="/api/requirements"
      />
    </Page>
  )
}
