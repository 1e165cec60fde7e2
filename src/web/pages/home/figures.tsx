import type { HomeView, Standing } from '#contract/home'
import { proceedsParts } from '#domain/result-words'
import { InPence, Money } from '../../parts/amounts.tsx'

const FIGURES = [
  ['offered', 'Offered, sealed'],
  ['bid', 'Bid, sealed'],
  ['pays', 'Won: to pay'],
  ['receives', 'Won: to receive'],
] as const satisfies readonly (readonly [keyof Standing, string])[]

/** The money of an organisation in all, as far as the reader may know it. */
export const moneyOf = (standing: Standing, supplier: string): HomeView['money'] => [
  ...FIGURES.map(([figure, what]) => ({ what, amount: standing[figure] ?? 0 })),
  ...proceedsParts(standing.proceeds, supplier).map(({ label, amount }) => ({
    what: `From projects, ${label}`,
    amount,
  })),
]

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
