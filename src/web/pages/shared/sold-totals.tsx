import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { Listed, ListQueryOf } from '#contract/noun'
import { useSoldTotals } from '../../api.ts'
import { Quantity } from '../../parts/amounts.tsx'
import { useListWords } from '../../parts/list-address.ts'

/** What the credits come to of everything that the filters in the address select. */
export const SoldTotals = <N extends Listed & { isSold: true }>({
  noun,
  fixed,
}: {
  noun: N
  fixed: ListQueryOf<N>
}) => {
  const { cursor: _, sort: __, ...filters } = useListWords(noun)
  const { data } = useSoldTotals(noun, fixed, filters)
  if (!data || data.length === 0) return null
  return (
    <dl className="counts" aria-label="Totals">
      {data.map(({ creditType, sold, reserved, unused }) => (
        <div key={creditType}>
          <dt>{CREDIT_TYPE_LABELS[creditType]} sold</dt>
          <dd>
            <Quantity units={sold} />
            {(reserved > 0 || unused > 0) && (
              <span className="quiet small">
                {' '}
                and up to <Quantity units={reserved} /> in reserve, up to <Quantity units={unused} /> unused
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
