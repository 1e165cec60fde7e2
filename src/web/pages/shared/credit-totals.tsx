import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { HOLDING_LABELS, HOLDINGS } from '#domain/balance'
import { balanceEndpoint } from '#contract/lists'
import { NOUNS, reservedCredit } from '#contract/nouns'
import { useAnswer } from '../../api.ts'
import { Quantity } from '../../parts/amounts.tsx'
import { useListWords } from '../../parts/list-address.ts'

const BALANCES = {
  credits: balanceEndpoint(NOUNS.credit),
  'reserved-credits': balanceEndpoint(reservedCredit),
}

/** What the credits that the filters in the address select come to, by type and holding. */
export const CreditTotals = ({ noun }: { noun: typeof NOUNS.credit | typeof reservedCredit }) => {
  const { cursor: _, sort: __, ...filters } = useListWords(noun)
  const { data } = useAnswer(BALANCES[noun.list], {}, { ...filters, registry: true })
  if (!data || data.types.length === 0) return null
  return (
    <dl className="counts" aria-label="Totals">
      {data.types.flatMap(({ creditType, onDay }) =>
        HOLDINGS.filter(holding => onDay[holding] > 0).map(holding => (
          <div key={`${creditType} ${holding}`}>
            <dt>
              {CREDIT_TYPE_LABELS[creditType]}, {HOLDING_LABELS[holding].toLowerCase()}
            </dt>
            <dd>
              <Quantity units={onDay[holding]} />
            </dd>
          </div>
        )),
      )}
    </dl>
  )
}
