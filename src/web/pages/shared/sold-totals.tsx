import { creditTypeWithUnit } from '#domain/values/credit-type'
import type { ListedNoun, ListQueryOf } from '#contract/kit/noun'
import { useSoldTotals } from '../../api/api.ts'
import { DayChooser } from '../../charts/day-chooser.tsx'
import { Quantity } from '../../parts/values/amounts.tsx'
import { useListQuery } from '../../parts/page/list-address.ts'
import { useChosenDate } from './use-day.ts'

/** Totals of credits, on the chosen date, of all records that the filters in the address select. */
export const SoldTotals = <N extends ListedNoun & { isSold: true }>({
  noun,
  fixed,
}: {
  noun: N
  fixed: ListQueryOf<N>
}) => {
  const day = useChosenDate()
  const { cursor: _, sort: __, limit: ___, ...filters } = useListQuery(noun)
  const { data } = useSoldTotals(noun, fixed, filters)
  if (!data || data.length === 0) return null
  return (
    <div className="stack">
      <DayChooser day={day} label="Date of the figures" />
      <dl className="counts" aria-label="Totals">
        {data.map(({ creditType, sold, reserved, unused }) => (
          <div key={creditType}>
            <dt>{creditTypeWithUnit(creditType)}, sold</dt>
            <dd>
              <Quantity units={sold} />
              {(reserved > 0 || unused > 0) && (
                <span className="quiet small">
                  {' '}
                  and <Quantity units={reserved} /> in reserve, <Quantity units={unused} /> unused
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
