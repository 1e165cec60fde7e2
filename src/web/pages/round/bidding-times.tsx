import type { RoundView } from '#contract/round/round'
import { formatLondonTime } from '#domain/values/london'
import { nextBiddingInstant } from '#domain/round/round-days'
import type { Instant } from '@credit-market/values/dates'
import { useTimeLeft } from '../shared/use-time-left.ts'

/**
 * Time left until something happens by itself. Its space on the page is reserved, and only this component renders again as
 * time passes.
 */
const Countdown = ({ what, until }: { what: string; until: Instant }) => {
  const left = useTimeLeft(until)
  return (
    <p className="countdown quiet">
      <span aria-hidden="true">{left?.words}</span>
      <span className="sr-only" role="status">
        {left?.said && `${what} ${left.said}.`}
      </span>
    </p>
  )
}

/**
 * Announced times at which bids and offers of a round open or close by themselves, with the time left;
 * nothing once none is announced.
 */
export const BiddingTimes = ({ round }: { round: RoundView }) => {
  const moment = nextBiddingInstant(round)
  if (moment === null) return null
  const what = moment === round.bidsClose ? 'Bids and offers close' : 'Bids and offers open'
  return (
    <div className="bidding-times">
      <p>
        <b>
          {what} on {formatLondonTime(moment)}
        </b>
        , UK time.
      </p>
      <Countdown what={what} until={moment} />
    </div>
  )
}
