import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { creditTotalsEndpoint } from '#contract/lists'
import { NOUNS, reservedCredit } from '#contract/nouns'
import { useAnswer } from '../../api.ts'
import { Num, Quantity } from '../../parts/amounts.tsx'
import { useListWords } from '../../parts/list-address.ts'

const TOTALS = {
  credits: creditTotalsEndpoint(NOUNS.credit),
  'reserved-credits': creditTotalsEndpoint(reservedCredit),
}

/** What the credits that the filters in the address select come to, by type and status. */
export const CreditTotals = ({ noun }: { noun: typeof NOUNS.credit | typeof reservedCredit }) => {
  const { cursor: _, sort: __, ...filters } = useListWords(noun)
  const { data } = useAnswer(TOTALS[noun.list], { query: { registry: true } }, filters)
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
