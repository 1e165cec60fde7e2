import { type AreaInterest, listAreaInterest } from '#contract/desk/saved-estimate'
import { creditTypeWithUnit } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { useAnswer } from '../api/api.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { SiteLink } from '../parts/menu/site-link.tsx'
import { Page } from '../parts/page/page.tsx'
import { countColumn, textColumn, unitsColumn } from '../parts/table/column-types.tsx'
import type { Column } from '../parts/table/columns.ts'
import { RowsTable } from '../parts/table/data-table.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import './shared/pages.css'

type AreaRow = AreaInterest & { id: string }

const COLUMNS: readonly Column<AreaRow>[] = [
  { ...textColumn<AreaRow>('area', 'Area', row => row.area), main: true },
  countColumn<AreaRow>('sites', 'Sites', row => row.sites),
  unitsColumn<AreaRow>('hectares', 'Hectares', row => row.hectares),
  countColumn<AreaRow>('developments', 'Developments', row => row.developments),
  ...CREDIT_TYPES.map(type =>
    unitsColumn<AreaRow>(
      type,
      creditTypeWithUnit(type),
      row => row.needs.find(({ creditType }) => creditType === type)?.units,
    ),
  ),
]

/** Interest by area: saved estimates of land and developments, without addresses and exact places, for the market operator to plan rounds. */
export const AreaInterestPage = () => (
  <PageBoundary query={useAnswer(listAreaInterest, {})} title="Interest by area">
    {({ items }) => (
      <Page
        title="Interest by area"
        crumbs={[{ name: 'Markets', to: '/markets' }, { name: 'Interest by area' }]}
      >
        <div className="stack">
          <p className="measure quiet">
            People who estimated <SiteLink to="/desk/land">what land can earn</SiteLink> or{' '}
            <SiteLink to="/desk/need">what credits cost</SiteLink> and confirmed an email address, to hear
            about rounds that fit. When you announce or open a round there, they get an email.
          </p>
          {items.length === 0 ? (
            <EmptyState title="No one has saved an estimate yet">
              Areas appear here when someone saves an estimate and confirms the address.
            </EmptyState>
          ) : (
            <RowsTable
              caption="Saved estimates by area"
              columns={COLUMNS}
              rows={items.map(item => ({ ...item, id: item.area }))}
            />
          )}
        </div>
      </Page>
    )}
  </PageBoundary>
)
