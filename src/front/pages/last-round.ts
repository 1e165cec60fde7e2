import { endpointUrl } from '#contract/kit/endpoint'
import { readLastRound } from '#contract/round/practice'
import type { PublicPage } from '../layout.ts'
import { html } from '../html.ts'
import { priceRangesText } from '../practice/round-copy.ts'

/**
 * Page on which members add their own bid to a copy of the last settled round; the copy is loaded on request.
 */
export const lastRoundPage = (): PublicPage => ({
  title: 'Your bid in a copy of the last round',
  description: 'Try a made-up bid in a copy of the last settled round, with made-up amounts.',
  scripts: ['last-round'],
  body: html`<h1>Your bid in a copy of the last round</h1>
    <p class="lead measure">
      This copy shows what was sold in the last settled round, with made-up names and amounts. Add your own
      bid and see what would happen.
    </p>
    <ul class="measure copy-says">
      <li>
        The copy has the credit types, quantities, dates and places of what was sold. It has no names or
        owners. Each project and each need has its own made-up owner, and letters of the alphabet stand for
        places.
      </li>
      <li>
        The copy contains no real offers or bids. All amounts are made up, within these prices published for
        England for a unit that lasts for ever: ${priceRangesText()}.
      </li>
      <li>
        Offers and bids that lost, groups and the reserve are left out. So the result is not a forecast.
      </li>
      <li>The copy has nothing from open rounds. Your bid stays in your browser.</li>
    </ul>
    <noscript><p>This page needs JavaScript.</p></noscript>
    <div data-copy="place" data-address="${endpointUrl(readLastRound, {})}">
      <p>
        <button class="button button-primary" type="button" data-copy="fetch" disabled>Load the copy</button>
      </p>
    </div>
    <p role="status" class="copy-note" data-copy="note"></p>
    <div class="copy-result" data-copy="result"></div>
    <p><a href="/practice">Go to the practice market</a></p>`,
})
