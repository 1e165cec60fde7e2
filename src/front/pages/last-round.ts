import { urlOf } from '#contract/endpoint'
import { readLastRound } from '#contract/practice'
import type { FrontPage } from '../layout.ts'
import { html } from '../html.ts'
import { pricesInWords } from '../practice/round-copy.ts'

/** Where members put a bid of their own into a copy of the last settled round; what is in the copy comes when they ask. */
export const lastRoundPage = (): FrontPage => ({
  title: 'Your bid in a copy of the last round',
  description: 'Put an invented bid into a copy of the last settled round, with made-up amounts.',
  scripts: ['last-round'],
  body: html`<h1>Your bid in a copy of the last round</h1>
    <p class="lead measure">
      What was sold in the last settled round, under made-up names and with made-up amounts: put in a bid of
      your own, and see what would come of it.
    </p>
    <ul class="measure copy-says">
      <li>
        The copy has the types, quantities, times and places of what was sold. It has no names and no owners,
        each project and each need stands for itself, and places are letters.
      </li>
      <li>
        It has no amount that anybody offered or bid: those are told to nobody. All amounts are made up by a
        calculation from the names in the copy, within prices published for England for a unit that lasts:
        ${pricesInWords()}.
      </li>
      <li>Whoever lost is not in it, nor any group or reserve, so it is no forecast of a round.</li>
      <li>Nothing is in it of rounds that are open. Your bid stays in your browser.</li>
    </ul>
    <noscript><p>To play, your browser has to run scripts.</p></noscript>
    <div data-copy="place" data-address="${urlOf(readLastRound, {})}">
      <p><button class="button" type="button" data-copy="fetch" disabled>Fetch the copy</button></p>
    </div>
    <p role="status" class="copy-note" data-copy="note"></p>
    <div class="copy-result" data-copy="result"></div>
    <p><a href="/practice">The practice market of invented parties</a></p>`,
})
