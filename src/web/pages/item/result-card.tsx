import { Check, X } from 'lucide-react'
import { Link } from 'react-router'
import type { EarlierResult, ItemResult } from '#contract/item-result'
import { resultAddress } from '#contract/result'
import type { RoundOfItem } from '#contract/round'
import type { Named } from '#contract/values'
import { penceOf } from '#domain/money'
import { criticalText, proceedsParts } from '#domain/result-words'
import { useUser } from '../../api.ts'
import { DayText, InPence, Money } from '../../parts/amounts.tsx'
import { Card } from '../../parts/card.tsx'
import { RoundLink } from '../shared/owner-link.tsx'

type Side = 'project' | 'requirement'

const LABELS = {
  project: {
    value: 'Ask',
    share: 'plus share of the surplus',
    payment: 'Received for the project',
    each: 'per unit sold',
  },
  requirement: { value: 'Bid', share: 'less share of the surplus', payment: 'To pay', each: 'per unit' },
} as const satisfies Record<Side, Record<string, string>>

const Sum = ({ result, of, isOwn }: { result: ItemResult; of: Side; isOwn: boolean }) => {
  const labels = LABELS[of]
  const lines: [label: string, pounds: number][] = [
    [labels.value, Math.abs(result.value)],
    [labels.share, result.share],
    [labels.payment, Math.abs(result.payment)],
  ]
  return (
    <div>
      <dl className="sum">
        {lines.map(([label, pounds]) => (
          <div key={label} className={label === labels.payment ? 'is-total' : undefined}>
            <dt>{label}</dt>
            <dd>
              <Money pounds={pounds} />
            </dd>
          </div>
        ))}
        {proceedsParts(result.proceeds, isOwn ? 'you' : 'the supplier').map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money pounds={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {result.pricePerUnit !== null && (
        <p className="quiet small sum-note">
          <Money pounds={result.pricePerUnit} /> {labels.each}
        </p>
      )}
    </div>
  )
}

const useIsOwn = (owner: Named): boolean => useUser().data?.organisation?.id === owner.id

/** What became of a bid or an offer, in sentences first and in numbers after. */
export const ResultCard = ({
  result,
  sentences,
  of,
  owner,
  round,
  isPending,
}: {
  result: ItemResult
  sentences: readonly string[]
  of: Side
  owner: Named
  round: RoundOfItem
  /** The match has not been accepted yet; only the market operator sees it then. */
  isPending: boolean
}) => {
  const isOwn = useIsOwn(owner)
  return (
    <InPence>
      <Card
        heading={isPending ? 'Result, if the match is accepted' : 'Result'}
        aside={
          <span className={result.won ? 'status status-good' : 'status'}>
            {result.won ? <Check aria-hidden="true" /> : <X aria-hidden="true" />}
            {result.won ? 'Won' : 'Not matched'}
          </span>
        }
      >
        <div className="result-body">
          <div className="prose">
            {sentences.map(sentence => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p>{result.sentence}</p>
            {result.critical !== null && <p>{criticalText(of, penceOf(result.critical))}</p>}
          </div>
          {result.won && <Sum result={result} of={of} isOwn={isOwn} />}
        </div>
        {result.surplusOfRound !== null && (
          <p className="quiet small measure">
            The winning bids of the whole round exceed the winning asks by{' '}
            <Money pounds={result.surplusOfRound} />. All of it goes back to those who won; the shares add up
            to it.
          </p>
        )}
        <p>
          <Link to={resultAddress(round.id, isOwn ? undefined : owner.id)}>
            {isOwn ? 'All of your result in this round' : `All of the result of ${owner.name} in this round`}
          </Link>
        </p>
      </Card>
    </InPence>
  )
}

/** What became of it in rounds before it was registered again; folded away, since it is over. */
export const EarlierResults = ({
  results,
  of,
  owner,
}: {
  results: readonly EarlierResult[]
  of: Side
  owner: Named
}) => {
  const isOwn = useIsOwn(owner)
  return results.length === 0 ? null : (
    <details className="earlier-results">
      <summary>Results of earlier rounds ({results.length})</summary>
      <ul className="plain-list">
        {results.map(({ round, settledAt, result }) => (
          <li key={round.id}>
            <p>
              <RoundLink round={round} withMarket />, accepted <DayText day={settledAt} />
              {result.won ? '. Won' : '. Not matched'}
            </p>
            <p className="measure">{result.sentence}</p>
            {result.critical !== null && (
              <p className="measure">{criticalText(of, penceOf(result.critical))}</p>
            )}
            {result.won && (
              <InPence>
                <Sum result={result} of={of} isOwn={isOwn} />
              </InPence>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
