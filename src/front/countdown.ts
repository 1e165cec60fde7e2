import type { PublicRound } from '#contract/public'
import { nextMomentOf } from '#domain/round-days'
import { type Html, html } from './html.ts'

/** A place for how long it still takes until bids and offers open or close; the words beside it say when. `scripts/countdown.ts` fills it. */
export const countdown = (round: PublicRound): Html | false => {
  const moment = nextMomentOf(round)
  const what = moment === round.bidsClose ? 'close' : 'open'
  return (
    moment !== null &&
    html`<p class="countdown front-countdown" data-until="${moment}" data-what="Bids and offers ${what}">
      <span aria-hidden="true"></span><span class="sr-only" role="status"></span>
    </p>`
  )
}
