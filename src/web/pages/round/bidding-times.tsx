import type { RoundView } from '#contract/round'
import { marketDayOf } from '#domain/dates'
import { biddingState, nextMomentOf } from '#domain/round-days'
import { Countdown } from '../shared/countdown.tsx'

/** When bids and offers of a round open or close by themselves, with how long that takes; nothing where it is announced no more. */
export const BiddingTimes = ({ round }: { round: RoundView }) => {
  const moment = nextMomentOf(round)
  if (moment === null) return null
  const what = `Bids and offers ${moment === round.bidsClose ? 'close' : 'open'}`
  return (
    <div className="bidding-times">
      <p>
        <b>Bids and offers {biddingState(round, marketDayOf(new Date().toISOString()))}</b>, by clocks in
        London.
      </p>
      <Countdown what={what} until={moment} />
    </div>
  )
}
