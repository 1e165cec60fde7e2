import type { HomeView, Standing } from '#contract/home'
import { InPence, Money } from '../../parts/amounts.tsx'

const FIGURES = [
  ['offered', 'Offered, sealed'],
  ['bid', 'Bid, sealed'],
  ['receives', 'Won: to receive'],
  ['pays', 'Won: to pay'],
] as const satisfies readonly (readonly [keyof Standing, string])[]

/** The money of an organisation in all, as far as the reader may know it. */
export const moneyOf = (standing: Standing): HomeView['money'] =>
  FIGURES.map(([figure, what]) => ({ what, amount: standing[figure] ?? 0 }))

/** Amounts side by side, each with what it is; nothing where there are none. */
export const Figures = ({ money }: { money: HomeView['money'] }) => {
  const told = money.filter(({ amount }) => amount > 0)
  return told.length === 0 ? null : (
    <InPence amounts={told.map(({ amount }) => amount)}>
      <dl className="home-figures">
        {told.map(({ what, amount }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <Money pounds={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </InPence>
  )
}
