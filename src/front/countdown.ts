import type { PublicRound } from '#contract/public/public'
import { nextBiddingInstant } from '#domain/round/round-days'
import { type Html, html } from './html.ts'

/**
 * Placeholder for the time left until bids and offers open or close; the text next to it says when.
 * `scripts/countdown.ts` fills it.
 */
export const countdownPlaceholder = (round: PublicRound): Html | false => {
  const moment = nextBiddingInstant(round)
  const what = moment === round.bidsClose ? 'close' : 'open'
  return (
    moment !== null &&
    html`<p class="countdown front-countdown" data-until="${moment}" data-what="Bids and offers ${what}">
      <span aria-hidden="true"></span><span class="sr-only" role="status"></span>
    </p>`
  )
}
