import type { Example } from '#practice/model/examples'
import type { PracticeResult } from '#practice/model/tell'
import type { PublicPage } from '../layout.ts'
import { html } from '../html.ts'
import { exampleLinks, practiceMarket } from '../practice/market.ts'

/** Practice market, opened with an example. `isKnown` is false if the address names an unknown example. */
export const practicePage = (example: Example, told: PracticeResult, isKnown: boolean): PublicPage => ({
  title: 'Practice market',
  description:
    'Change the offers and bids of made-up suppliers and buyers, and see at once who wins, who supplies whom and what everyone pays.',
  scripts: ['practice'],
  body: html`<h1>Practice market</h1>
    <p class="lead measure">
      Change the offers and bids of made-up suppliers and buyers, and see who wins. The engine that matches
      real rounds runs in your browser. Nothing you enter is sent anywhere, and no real offers, bids or prices
      are used.
    </p>
    ${exampleLinks(example)}
    ${!isKnown && html`<p class="practice-fault" role="alert">There is no example with this name. Here is the worked example instead.</p>`}
    <p class="practice-shows"><b>${example.title}.</b> ${example.shows}</p>
    ${practiceMarket(example, told)}
    <p>
      <a href="/how-it-works">Read how a round is matched</a> ·
      <a href="/practice/last-round">Try your bid in a copy of the last round</a> (you need to sign in)
    </p>`,
})
