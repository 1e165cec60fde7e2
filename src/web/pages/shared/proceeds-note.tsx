import type { ProceedsView } from '#contract/values'
import { proceedsParts } from '#domain/result-words'
import { Money } from '../../parts/amounts.tsx'

/** For whom the money is that projects receive, below its amount; nothing where all of it is for the supplier. */
export const ProceedsNote = ({
  proceeds,
  supplier = 'the supplier',
}: {
  proceeds: ProceedsView | null
  supplier?: string
}) =>
  proceedsParts(proceeds, supplier).map(({ label, amount }) => (
    <div key={label} className="quiet small">
      <Money pounds={amount} /> {label}
    </div>
  ))
