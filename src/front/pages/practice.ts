import type { Example } from '#practice/model/examples'
import type { Told } from '#practice/model/tell'
import type { FrontPage } from '../layout.ts'
import { html } from '../html.ts'
import { exampleLinks, practiceMarket } from '../practice/market.ts'

/** The practice market, opened with an example; `isKnown` says whether the address asked for one that there is. */
export const practicePage = (example: Example, told: Told, isKnown: boolean): FrontPage => ({
  title: 'Practice market',
  description:
    'Move the offers and bids of invented suppliers and buyers, and see at once who wins, who supplies whom and what everybody pays.',
  scripts: ['practice'],
  body: html`<h1>Practice market</h1>
    <p class="lead measure">
      The engine that matches real rounds works here on invented suppliers and buyers, in your browser.
      Nothing you set is sent anywhere, and no real offer, bid or price is in it.
    </p>
    ${exampleLinks(example)}
    ${!isKnown && html`<p class="practice-fault" role="alert">There is no example of this name, so the worked example stands here.</p>`}
    <p class="practice-shows"><b>${example.title}.</b> ${example.shows}</p>
    ${practiceMarket(example, told)}
    <p>
      <a href="/how-it-works">How a round is matched, in words</a> ·
      <a href="/practice/last-round">Your bid in a copy of the last round</a>, for those who have signed in
    </p>`,
})
