import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { Totals } from '#contract/match'
import { SupplyDemandChart } from '../../charts/supply-demand-chart.tsx'

/** Supply and demand of every credit type, each on its own scale, since their units differ. */
export const SupplyAndDemand = ({ totals }: { totals: readonly Totals[] }) => (
  <div className="supply-grid">
    {totals.map(total => (
      <div key={total.creditType}>
        <h3>{CREDIT_TYPE_LABELS[total.creditType]}</h3>
        <SupplyDemandChart totals={total} label={CREDIT_TYPE_LABELS[total.creditType]} />
      </div>
    ))}
  </div>
)
