import { HOLDING_LABELS, HOLDINGS } from '#domain/credit/balance'
import { NUTRIENT_NEED_LABELS } from '#domain/project/requirement'
import { listUrl } from '#contract/kit/noun'
import { NOUNS, reservedCredit } from '#contract/nouns/nouns'
import { useChoices } from '../api/api.ts'
import type { Filter } from '../parts/table/filter-bar.tsx'
import {
  COMPLIANCE_FILTER,
  CREDIT_STATUS_CHOICES,
  CREDIT_TYPE_CHOICES,
  REDEMPTION_FILTER,
  RESERVE_STATUS_CHOICES,
  SOLD_PROJECT_CHOICES,
  SOLD_REQUIREMENT_CHOICES,
} from './shared/choices.ts'
import { CREDIT_COLUMNS } from './lists/credit-columns.tsx'
import { FilteredBalance } from './shared/balance-head.tsx'
import type { ListFilter } from './lists/list-table.tsx'
import { AREA_PROJECT_COLUMNS } from './lists/project-columns.tsx'
import { Registry } from './lists/registry.tsx'
import { AREA_REQUIREMENT_COLUMNS } from './lists/requirement-columns.tsx'
import { SoldTotals } from './shared/sold-totals.tsx'
import { useFilterChoices } from './shared/list-hooks.ts'

const IN_REGISTRY = { registry: true } as const

const NAME: Filter<'q'> = { id: 'q', label: 'Name' }
const CREDITS: Filter<'creditType'> = { id: 'creditType', label: 'Credits', choices: CREDIT_TYPE_CHOICES }
const HOLDING: Filter<'holding'> = {
  id: 'holding',
  label: 'Holding',
  choices: HOLDINGS.map(id => ({ id, name: HOLDING_LABELS[id] })),
}
const SUPPLY: Filter<'supplyType'> = {
  id: 'supplyType',
  label: 'Supply',
  choices: Object.entries(NUTRIENT_NEED_LABELS).map(([id, name]) => ({ id, name })),
}

/** Registry of projects whose credits have been sold. */
export const RegistryProjectsPage = () => (
  <Registry
    title="Registry of projects"
    name="Projects"
    subtitle="Projects that won in a settled market round"
    noun={NOUNS.project}
    fixed={IN_REGISTRY}
    filters={[
      NAME,
      ...useFilterChoices().round,
      { id: 'status', label: 'Status', choices: SOLD_PROJECT_CHOICES },
      CREDITS,
      COMPLIANCE_FILTER,
    ]}
    totals={<SoldTotals noun={NOUNS.project} fixed={IN_REGISTRY} />}
    columns={AREA_PROJECT_COLUMNS}
    pages="/registry/projects"
    places="projects"
    none="No projects"
    empty="Projects appear here when their round is settled. If you have set filters, try clearing them."
  />
)

/** Registry of credit requirements that have been met. */
export const RegistryRequirementsPage = () => (
  <Registry
    title="Registry of credit requirements"
    name="Credit requirements"
    subtitle="Requirements that won in a settled market round"
    noun={NOUNS.requirement}
    fixed={IN_REGISTRY}
    filters={[
      NAME,
      ...useFilterChoices().round,
      { id: 'status', label: 'Status', choices: SOLD_REQUIREMENT_CHOICES },
      CREDITS,
      REDEMPTION_FILTER,
    ]}
    totals={<SoldTotals noun={NOUNS.requirement} fixed={IN_REGISTRY} />}
    columns={AREA_REQUIREMENT_COLUMNS}
    pages="/registry/credit-requirements"
    places="requirements"
    none="No credit requirements"
    empty="Requirements appear here when their round is settled. If you have set filters, try clearing them."
  />
)

const useCreditFilters = (statuses: Filter['choices']): ListFilter<typeof NOUNS.credit>[] => {
  const markets = useChoices(listUrl(NOUNS.market, { format: 'choices' }))
  return [
    { id: 'q', label: 'Project or requirement' },
    ...(markets.data ? [{ id: 'marketId' as const, label: 'Market', choices: markets.data }] : []),
    ...useFilterChoices().round,
    { id: 'creditStatus', label: 'Status', choices: statuses },
    CREDITS,
    HOLDING,
  ]
}

/** Registry of credits: all credits of settled rounds, with their current status. */
export const RegistryCreditsPage = () => (
  <Registry
    title="Registry of credits"
    name="Credits"
    subtitle="Every unit of the projects that won, from settlement to retirement"
    noun={NOUNS.credit}
    fixed={IN_REGISTRY}
    filters={[...useCreditFilters(CREDIT_STATUS_CHOICES), SUPPLY]}
    totals={<FilteredBalance noun={NOUNS.credit} />}
    columns={CREDIT_COLUMNS}
    pages="/registry/credits"
    none="No credits"
    empty="Credits appear here when their round is settled. If you have set filters, try clearing them."
  />
)

/** Credit reserve: credits held in case a project delivers less than it should. */
export const RegistryReservePage = () => (
  <Registry
    title="Credit reserve"
    name="Credit reserve"
    subtitle="Credits kept back in case a project delivers less than it should"
    noun={reservedCredit}
    fixed={IN_REGISTRY}
    filters={useCreditFilters(RESERVE_STATUS_CHOICES)}
    totals={<FilteredBalance noun={reservedCredit} />}
    columns={CREDIT_COLUMNS}
    pages="/registry/credits"
    none="No reserved credits"
    empty="Reserved credits appear here when a round with a reserve is settled. If you have set filters, try clearing them."
  />
)
