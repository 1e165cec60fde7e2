import type { RequirementRow } from '#domain/wire/project'
import { useList } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { useListParams } from '../parts/list-address.ts'
import { Page } from '../parts/page.tsx'
import { CREDIT_TYPE_CHOICES, REDEMPTION_FILTER, SOLD_REQUIREMENT_CHOICES } from './shared/choices.ts'
import { REQUIREMENTS_OF_AREA } from './shared/requirement-columns.tsx'
import { SoldTotals } from './shared/sold-totals.tsx'
import { useFilterChoices } from './shared/use-filter-choices.ts'
import './shared/pages.css'

/** The registry of credit requirements that have been met. */
export const RegistryRequirementsPage = () => {
  const list = useList<RequirementRow>('/api/requirements', useListParams({ registry: 'true' }))
  const choices = useFilterChoices()
  return (
    <Page
      title="Registry of credit requirements"
      crumbs={[{ name: 'Registries' }, { name: 'Credit requirements' }]}
      subtitle="Requirements that won in a settled market round"
    >
      <FilterBar
        filters={[
          { id: 'q', label: 'Name' },
          ...choices.round,
          {
            id: 'status',
            label: 'Status',
            choices: SOLD_REQUIREMENT_CHOICES,
          },
          {
            id: 'creditType',
            label: 'Credits',
            choices: CREDIT_TYPE_CHOICES,
          },
          REDEMPTION_FILTER,
        ]}
      />
      <SoldTotals path="/api/requirements" />
      <DataTable
        caption="Registry of credit requirements"
        columns={REQUIREMENTS_OF_AREA}
        list={list}
        rowLink={row => `/registry/credit-requirements/${row.id}`}
        empty={
          <EmptyState title="No credit requirements">
            Requirements come here when their round is settled.
          </EmptyState>
        }
        download="/api/requirements?registry=true"
      />
    </Page>
  )
}
