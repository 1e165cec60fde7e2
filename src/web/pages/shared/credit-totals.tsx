import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { CreditTotal } from '#contract/credit'
import { useResource } from '../../api.ts'
import { Num, Quantity } from '../../parts/amounts.tsx'
import { useListParams } from '../../parts/list-address.ts'

/** What the credits that the filters in the address select come to, by type and status. */
export const CreditTotals = ({ path }: { path: string }) => {
  const { cursor: _, sort: __, ...filters } = useListParams({ registry: 'true' })
  const { data } = useResource<CreditTotal[]>(`${path}/totals?${new URLSearchParams(filters).toString()}`)
  if (!data || data.length === 0) return null
  return (
    <dl className="counts" aria-label="Totals">
      {data.map(({ creditType, label, credits, units }) => (
        <div key={`${creditType} ${label}`}>
          <dt>
            {CREDIT_TYPE_LABELS[creditType]}, {label.toLowerCase()}
          </dt>
          <dd>
            <Quantity units={units} />
            <span className="quiet small">
              {' '}
              in <Num value={credits} /> {credits === 1 ? 'holding' : 'holdings'}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
