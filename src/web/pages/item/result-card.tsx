import { Check, X } from 'lucide-react'
import type { ItemResult } from '#contract/item-result'
import { InPence, Money } from '../../parts/amounts.tsx'
import { Card } from '../../parts/card.tsx'

/** What became of a bid or an offer, in sentences first and in numbers after. */
export const ResultCard = ({
  result,
  sentences,
  amountName,
  isPending,
}: {
  result: ItemResult
  sentences: readonly string[]
  amountName: 'Bid' | 'Ask'
  /** The match has not been accepted yet; only the market operator sees it then. */
  isPending: boolean
}) => (
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
        </div>
        {result.won && (
          <dl className="sum">
            <div>
              <dt>{amountName}</dt>
              <dd>
                <Money pounds={Math.abs(result.value)} />
              </dd>
            </div>
            <div>
              <dt>{amountName === 'Bid' ? 'less share of the surplus' : 'plus share of the surplus'}</dt>
              <dd>
                <Money pounds={result.share} />
              </dd>
            </div>
            <div>
              <dt>{amountName === 'Bid' ? 'To pay' : 'Received for the project'}</dt>
              <dd>
                <Money pounds={Math.abs(result.payment)} />
              </dd>
            </div>
          </dl>
        )}
      </div>
      <p className="quiet small measure">
        The winning bids of the whole round exceed the winning asks by{' '}
        <Money pounds={result.surplusOfRound} />. All of it goes back to those who won; the shares add up to
        it.
      </p>
    </Card>
  </InPence>
)
