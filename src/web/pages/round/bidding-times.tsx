import type { RoundView } from '#contract/round'
import { showMoment } from '#domain/london'
import { nextMomentOf } from '#domain/round-days'
import { Countdown } from '../shared/countdown.tsx'

/** When bids and offers of a round open or close by themselves, with how long that takes; nothing where it is announced no more. */
export const BiddingTimes = ({ round }: { round: RoundView }) => {
  const moment = nextMomentOf(round)
  if (moment === null) return null
  const what = `Bids and offers ${moment === round.bidsClose ? 'close' : 'open'}`
  return (
    <div className="bidding-times">
      <p>
        <b>
          {what} on {showMoment(moment)}
        </b>
        , by clocks in London.
      </p>
      <Countdown what={what} until={moment} />
    </div>
  )
}
