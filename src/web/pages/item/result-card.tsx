import { CheckIcon, XIcon } from '../../icons/icons.tsx'
import { Link } from 'react-router'
import type { EarlierResult, ItemResult } from '#contract/round/item-result'
import { resultPageAddress } from '#contract/round/result'
import type { RoundOfItem } from '#contract/round/round'
import type { IdAndName } from '#contract/kit/values'
import { penceOf } from '@credit-market/values/money'
import { criticalAmountText, listProceedsRecipients } from '#domain/match/result-words'
import { useUser } from '../../api/api.ts'
import { DayText, ShowPence, Money } from '../../parts/values/amounts.tsx'
import { Card } from '../../parts/section.tsx'
import { RoundLink } from '../shared/owner-link.tsx'

type Side = 'project' | 'requirement'

const LABELS = {
  project: {
    value: 'Asking price',
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
        {listProceedsRecipients(result.proceeds, isOwn ? 'you' : 'the supplier').map(({ label, amount }) => (
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

const useIsOwn = (owner: IdAndName): boolean => useUser().data?.organisation?.id === owner.id

/** Result of a bid or an offer, first in sentences and then in numbers. */
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
  owner: IdAndName
  round: RoundOfItem
  /** The match has not been accepted yet; until then only the market operator sees it. */
  isPending: boolean
}) => {
  const isOwn = useIsOwn(owner)
  return (
    <ShowPence>
      <Card
        heading={isPending ? 'Result, if the match is accepted' : 'Result'}
        aside={
          <span className={result.won ? 'status status-good' : 'status'}>
            {result.won ? <CheckIcon aria-hidden="true" /> : <XIcon aria-hidden="true" />}
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
            {result.critical !== null && <p>{criticalAmountText(of, penceOf(result.critical))}</p>}
          </div>
          {result.won && <Sum result={result} of={of} isOwn={isOwn} />}
        </div>
        {result.surplusOfRound !== null && (
          <p className="quiet small measure">
            In the whole round, the winning bids exceed the winning asking prices by{' '}
            <Money pounds={result.surplusOfRound} />. This surplus is shared among the winners.
          </p>
        )}
        <p>
          <Link to={resultPageAddress(round.id, isOwn ? undefined : owner.id)}>
            {isOwn
              ? 'See your whole result in this round'
              : `See the whole result of ${owner.name} in this round`}
          </Link>
        </p>
      </Card>
    </ShowPence>
  )
}

/** Results in earlier rounds, before the record was registered again; folded away because they are over. */
export const EarlierRoundResults = ({
  results,
  of,
  owner,
}: {
  results: readonly EarlierResult[]
  of: Side
  owner: IdAndName
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
              <p className="measure">{criticalAmountText(of, penceOf(result.critical))}</p>
            )}
            {result.won && (
              <ShowPence>
                <Sum result={result} of={of} isOwn={isOwn} />
              </ShowPence>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
