import { HOLDING_LABELS, HOLDINGS } from '#domain/balance'
import { NUTRIENT_NEED_LABELS } from '#domain/requirement'
import { listUrl } from '#contract/noun'
import { NOUNS, reservedCredit } from '#contract/nouns'
import { useChoices } from '../api.ts'
import type { Filter } from '../parts/filter-bar.tsx'
import {
  COMPLIANCE_FILTER,
  CREDIT_STATUS_CHOICES,
  CREDIT_TYPE_CHOICES,
  REDEMPTION_FILTER,
  RESERVE_STATUS_CHOICES,
  SOLD_PROJECT_CHOICES,
  SOLD_REQUIREMENT_CHOICES,
} from './shared/choices.ts'
import { CREDIT_COLUMNS } from './shared/credit-columns.tsx'
import { BalanceHead } from './shared/balance-head.tsx'
import type { ListFilter } from './shared/list-table.tsx'
import { PROJECTS_OF_AREA } from './shared/project-columns.tsx'
import { Registry } from './shared/registry.tsx'
import { REQUIREMENTS_OF_AREA } from './shared/requirement-columns.tsx'
import { SoldTotals } from './shared/sold-totals.tsx'
import { useFilterChoices } from './shared/use-filter-choices.ts'

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

/** The registry of projects whose credits have been sold. */
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
    columns={PROJECTS_OF_AREA}
    pages="/registry/projects"
    places="projects"
    empty="Projects come here when their round is settled, or none fits the filters."
  />
)

/** The registry of credit requirements that have been met. */
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
    columns={REQUIREMENTS_OF_AREA}
    pages="/registry/credit-requirements"
    places="requirements"
    empty="Requirements come here when their round is settled, or none fits the filters."
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

/** The registry of credits: what every settled round has made, and what has become of it. */
export const RegistryCreditsPage = () => (
  <Registry
    title="Registry of credits"
    name="Credits"
    subtitle="Every unit of the projects that won, from settlement to retirement"
    noun={NOUNS.credit}
    fixed={IN_REGISTRY}
    filters={[...useCreditFilters(CREDIT_STATUS_CHOICES), SUPPLY]}
    totals={<BalanceHead noun={NOUNS.credit} />}
    columns={CREDIT_COLUMNS}
    pages="/registry/credits"
    empty="Credits come here when their round is settled, or none fits the filters."
  />
)

/** The credit reserve: what is kept back for when a project delivers less than it should. */
export const RegistryReservePage = () => (
  <Registry
    title="Credit reserve"
    name="Credit reserve"
    subtitle="What is kept back in case a project delivers less than it should"
    noun={reservedCredit}
    fixed={IN_REGISTRY}
    filters={useCreditFilters(RESERVE_STATUS_CHOICES)}
    totals={<BalanceHead noun={reservedCredit} />}
    columns={CREDIT_COLUMNS}
    pages="/registry/credits"
    empty="Reserved credits come here when a round with a reserve is settled, or none fits the filters."
  />
)
