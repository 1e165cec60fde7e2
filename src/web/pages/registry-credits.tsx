import { NUTRIENT_NEED_LABELS } from '#domain/requirement'
import type { CreditRow } from '#domain/wire/project'
import { useChoices, useList } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar, type Filter } from '../parts/filter-bar.tsx'
import { useListParams } from '../parts/list-address.ts'
import { Page } from '../parts/page.tsx'
import { CREDIT_STATUS_CHOICES, CREDIT_TYPE_CHOICES, RESERVE_STATUS_CHOICES } from './shared/choices.ts'
import { CREDIT_COLUMNS } from './shared/credit-columns.tsx'
import { CreditTotals } from './shared/credit-totals.tsx'
import { useFilterChoices } from './shared/use-filter-choices.ts'
import './shared/pages.css'

const SUPPLY_CHOICES = Object.entries(NUTRIENT_NEED_LABELS).map(([id, name]) => ({ id, name }))

const Registry = ({
  title,
  name,
  subtitle,
  path,
  statuses,
  more = [],
  empty,
}: {
  title: string
  name: string
  subtitle: string
  path: string
  statuses: Filter['choices']
  more?: readonly Filter[]
  empty: string
}) => {
  const list = useList<CreditRow>(path, useListParams({ registry: 'true' }))
  const choices = useFilterChoices()
  const markets = useChoices('/api/markets?format=choices')
  return (
    <Page title={title} crumbs={[{ name: 'Registries' }, { name }]} subtitle={subtitle}>
      <FilterBar
        filters={[
          { id: 'q', label: 'Project or requirement' },
          ...(markets.data ? [{ id: 'marketId', label: 'Market', choices: markets.data }] : []),
          ...choices.round,
          { id: 'creditStatus', label: 'Status', choices: statuses },
          { id: 'creditType', label: 'Credits', choices: CREDIT_TYPE_CHOICES },
          ...more,
        ]}
      />
      <CreditTotals path={path} />
      <DataTable
        caption={title}
        columns={CREDIT_COLUMNS}
        list={list}
        rowLink={row => `/registry/credits/${row.id}`}
        empty={<EmptyState title="No credits">{empty}</EmptyState>}
        download={`${path}?registry=true`}
      />
    </Page>
  )
}

/** The registry of credits: what every settled round has made, and what has become of it. */
export const RegistryCreditsPage = () => (
  <Registry
    title="Registry of credits"
    name="Credits"
    subtitle="Every unit of the projects that won, from settlement to retirement"
    path="/api/credits"
    statuses={CREDIT_STATUS_CHOICES}
    more={[{ id: 'supplyType', label: 'Supply', choices: SUPPLY_CHOICES }]}
    empty="Credits come here when their round is settled, or none fits the filters."
  />
)

/** The credit reserve: what is kept back for when a project delivers less than it should. */
export const RegistryReservePage = () => (
  <Registry
    title="Credit reserve"
    name="Credit reserve"
    subtitle="What is kept back in case a project delivers less than it should"
    path="/api/reserved-credits"
    statuses={RESERVE_STATUS_CHOICES}
    empty="Reserved credits come here when a round with a reserve is settled, or none fits the filters."
  />
)
