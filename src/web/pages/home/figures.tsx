import type { Standing } from '#contract/home'
import { InPence, Money } from '../../parts/amounts.tsx'

const FIGURES = [
  ['offered', 'Offered, sealed'],
  ['bid', 'Bid, sealed'],
  ['receives', 'Won: to receive'],
  ['pays', 'Won: to pay'],
] as const satisfies readonly (readonly [keyof Standing, string])[]

/** The money of an organisation in all, as far as the reader may know it; nothing where there is none. */
export const Figures = ({ of }: { of: Standing }) => {
  const told = FIGURES.filter(([figure]) => (of[figure] ?? 0) > 0)
  return told.length === 0 ? null : (
    <InPence amounts={told.map(([figure]) => of[figure])}>
      <dl className="home-figures">
        {told.map(([figure, label]) => (
          <div key={figure}>
            <dt>{label}</dt>
            <dd>
              <Money pounds={of[figure]} />
            </dd>
          </div>
        ))}
      </dl>
    </InPence>
  )
}
