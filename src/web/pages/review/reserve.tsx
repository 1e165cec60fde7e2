import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { MatchReview } from '#contract/match'
import { Quantity } from '../../parts/amounts.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { reserveText } from '../round/reserve-text.ts'

/** What is kept back with the matched units, by credit type. */
export const ReserveKept = ({ reserve }: { reserve: NonNullable<MatchReview['reserve']> }) => (
  <div className="stack">
    <p>{reserveText(reserve.percentage, reserve.appliesTo)}</p>
    <KeyValues
      facts={reserve.byCreditType.map(({ creditType, units }) => [
        `${CREDIT_TYPE_LABELS[creditType]} in reserve`,
        <Quantity key={creditType} units={units} />,
      ])}
    />
  </div>
)
