import type { PublicRound } from '#contract/public/public'
import { roundJoiningState, roundStateText } from '#domain/round/round-days'
import type { Day } from '@credit-market/values/dates'
import { type Html, html, type HtmlPart } from '../html.ts'

/** A card with one estimated figure: its heading, the figure, and sentences about it. */
export const figureCard = (heading: HtmlPart, figure: HtmlPart, sentences: readonly HtmlPart[]): Html =>
  html`<li class="card desk-figure">
    <h3>${heading}</h3>
    <p class="price-now">${figure}</p>
    ${sentences.map(sentence => html`<p>${sentence}</p>`)}
  </li>`

/** How the readers of a desk join rounds. */
type Joining = 'suppliers' | 'buyers'

const roundLinks = (rounds: readonly PublicRound[], today: Day, joins: Joining): Html =>
  html`<ul class="plain-list">
    ${rounds.map(
      round =>
        html`<li>
          <a href="/rounds/${round.id}">${round.market}, ${round.name}</a>:
          ${roundStateText(round, today, joins)}
        </li>`,
    )}
  </ul>`

/** Rounds that an estimate leads to, with their state today; a sentence if there are none. */
export const roundsNearby = (rounds: readonly PublicRound[], today: Day, joins: Joining): Html =>
  rounds.length === 0
    ? html`<p class="measure">
        No round is open or announced for this place. We can <a href="#save">email you</a> when one is, or you
        can <a href="/rounds">subscribe to the calendar</a>.
      </p>`
    : roundLinks(rounds, today, joins)

/** Says on an empty desk when the next round is: those to join or announced, of any place. */
export const nextRounds = (rounds: readonly PublicRound[], today: Day, joins: Joining): Html => {
  const coming = rounds.filter(
    round => round.status === 'Draft' || roundJoiningState(round, today) !== 'over',
  )
  return html`<section class="part">
    <h2>When is the next round?</h2>
    ${
      coming.length === 0
        ? html`<p class="measure">
            No round is open to join, and the next one has not been announced yet.
            <a href="/rounds">Subscribe to the calendar</a> to find out when one opens.
          </p>`
        : roundLinks(coming, today, joins)
    }
  </section>`
}

/** Explains an estimate, for the end of a desk; `api` is the address that gives the shown estimate as JSON. */
export const howEstimated = (more: readonly HtmlPart[], api?: string): Html =>
  html`<section class="part measure reasons">
    <h2>How we estimate</h2>
    <ul>
      <li>
        We use only <a href="/prices">published prices</a>: what buyers paid for each unit in settled rounds,
        where there were enough buyers and suppliers to show it. The place widens until such a price exists.
      </li>
      <li>
        We expect that 8 of 10 buyers pay a price within the range. It is wider for a price without published
        quartiles, and the older the price is. In our tests on made-up rounds, using only what was published
        before each of them, the ranges held the price paid in more than 8 of 10 purchases.
      </li>
      <li>
        An estimate is not an offer. Your price is decided in a round, by the
        <a href="/how-it-works">published rule</a>.
      </li>
      ${more.map(sentence => html`<li>${sentence}</li>`)}
    </ul>
    ${api !== undefined && html`<p class="small"><a href="${api}">This estimate as JSON, for programs</a></p>`}
  </section>`
