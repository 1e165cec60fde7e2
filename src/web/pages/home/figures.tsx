import type { HomeView, RoundStanding } from '#contract/desk/home'
import { showDay } from '@credit-market/values/dates'
import { listProceedsRecipients } from '#domain/match/result-words'
import { ShowPence, Money } from '../../parts/values/amounts.tsx'

const FIGURES = [
  ['offered', 'Sealed offers'],
  ['bid', 'Sealed bids'],
  ['pays', 'To pay'],
  ['receives', 'To receive'],
] as const satisfies readonly (readonly [keyof RoundStanding, string])[]

/** Total amounts of an organisation, as far as the reader may know them. */
export const listPositionFigures = (standing: RoundStanding): HomeView['money'] =>
  FIGURES.map(([figure, what]) => ({ what, amount: standing[figure] ?? 0 }))

/** Money that an organisation receives from its projects, by purpose. */
export const listProceedsFigures = ({ proceeds }: RoundStanding, supplier: string): HomeView['money'] =>
  listProceedsRecipients(proceeds, supplier).map(({ label, amount }) => ({
    what: `From projects, ${label}`,
    amount,
  }))

/** Amounts paid and received, and the next payment in each direction with its date. */
export const listNextFigures = ({
  paid,
  received,
  nextPaid,
  nextReceived,
}: Pick<HomeView, 'paid' | 'received' | 'nextPaid' | 'nextReceived'>): HomeView['money'] => [
  { what: 'Paid', amount: paid },
  { what: 'Received', amount: received },
  ...(nextPaid ? [{ what: `Next payment, due ${showDay(nextPaid.due)}`, amount: nextPaid.amount }] : []),
  ...(nextReceived
    ? [{ what: `Next money in, due ${showDay(nextReceived.due)}`, amount: nextReceived.amount }]
    : []),
]

/** Labelled amounts next to each other; nothing if there are none. */
export const FigureList = ({ money }: { money: HomeView['money'] }) => {
  const told = money.filter(({ amount }) => amount > 0)
  return told.length === 0 ? null : (
    <ShowPence amounts={told.map(({ amount }) => amount)}>
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
    </ShowPence>
  )
}
