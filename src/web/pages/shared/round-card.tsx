import { Link } from 'react-router'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { BIDDER_TYPE_LABELS } from '#domain/round'
import type { RoundRow } from '#domain/wire/round'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { addressOf } from './addresses.ts'

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** A market round in a list of rounds: where it stands and how much is in it. */
export const RoundCard = ({ round, withMarket = false }: { round: RoundRow; withMarket?: boolean }) => (
  <li className="round-card">
    <div>
      <h3>
        <Link to={addressOf.round(round.market.id, round.id)}>{round.name}</Link>
      </h3>
      <p className="quiet">
        {withMarket && `${round.market.name}. `}
        {round.services.map(service => CREDIT_TYPE_LABELS[service]).join(', ')}.{' '}
        {BIDDER_TYPE_LABELS[round.bidderType]}.
      </p>
    </div>
    <StatusBadge kind="round" status={round.status} />
    <p className="num round-card-counts">
      {counted(round.counts.projects, 'project', 'projects')},{' '}
      {counted(round.counts.offers, 'offer', 'offers')},
      <br />
      {counted(round.counts.requirements, 'requirement', 'requirements')},{' '}
      {counted(round.counts.bids, 'bid', 'bids')}
    </p>
  </li>
)
