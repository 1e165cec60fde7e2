import { Link } from 'react-router'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { englishDayOf } from '@credit-market/values/dates'
import { biddingStateText } from '#domain/round/round-days'
import { BIDDER_TYPE_LABELS } from '#domain/round/round'
import type { RoundRow } from '#contract/round/round'
import { showNumber } from '../../parts/values/amounts.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { pageAddress } from '#contract/nouns/nouns'
import { useIsOperator } from './use-is-operator.ts'
import { currentTime } from '../../api/clock.ts'

const COUNTED: readonly [keyof RoundRow['counts'], one: string, many: string][] = [
  ['projects', 'project', 'projects'],
  ['offers', 'offer', 'offers'],
  ['requirements', 'requirement', 'requirements'],
  ['bids', 'bid', 'bids'],
]

const countsText = (counts: RoundRow['counts']): string =>
  COUNTED.filter(([of]) => counts[of] > 0)
    .map(([of, one, many]) => `${showNumber(counts[of])} ${counts[of] === 1 ? one : many}`)
    .join(', ')

/** Market round in a list: its status and the numbers in it, or the reader's own records in it. */
export const RoundCard = ({ round, withMarket = false }: { round: RoundRow; withMarket?: boolean }) => {
  const seesAll = useIsOperator()
  const counts = countsText(round.counts)
  const bidding = biddingStateText(round, englishDayOf(currentTime()))
  return (
    <li className="round-card">
      <div>
        <h3>
          <Link to={pageAddress('round', { marketId: round.market.id, id: round.id })}>
            {withMarket && `${round.market.name}, `}
            {round.name}
          </Link>
        </h3>
        <p className="quiet">
          {round.services.map(service => CREDIT_TYPE_LABELS[service]).join(', ')}.{' '}
          {BIDDER_TYPE_LABELS[round.bidderType]}.
        </p>
        {bidding && <p>Bids and offers {bidding}.</p>}
        {counts && (
          <p className="num quiet round-card-counts">
            {!seesAll && 'Yours: '}
            {counts}
          </p>
        )}
      </div>
      <StatusBadge kind="round" status={round.status} />
    </li>
  )
}
