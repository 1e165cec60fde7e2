import { nameWithUnits } from '#domain/credit-type'
import type { Listed, ListQueryOf } from '#contract/noun'
import { useSoldTotals } from '../../api.ts'
import { DayChooser } from '../../charts/day-chooser.tsx'
import { Quantity } from '../../parts/amounts.tsx'
import { useListWords } from '../../parts/list-address.ts'
import { useDay } from './use-day.ts'

/** What the credits come to, on the chosen day, of everything that the filters in the address select. */
export const SoldTotals = <N extends Listed & { isSold: true }>({
  noun,
  fixed,
}: {
  noun: N
  fixed: ListQueryOf<N>
}) => {
  const day = useDay()
  const { cursor: _, sort: __, limit: ___, ...filters } = useListWords(noun)
  const { data } = useSoldTotals(noun, fixed, filters)
  if (!data || data.length === 0) return null
  return (
    <div className="stack">
      <DayChooser day={day} label="Day of the figures" />
      <dl className="counts" aria-label="Totals">
        {data.map(({ creditType, sold, reserved, unused }) => (
          <div key={creditType}>
            <dt>{nameWithUnits(creditType)}, sold</dt>
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
