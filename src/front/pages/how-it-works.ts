import { FIGURES, MOMENTS, onlyText, READERS, type Figure } from '#domain/disclosure'
import { MARKET_RULES, type MarketRule } from '#domain/market-rules'
import { TERMS } from '#domain/terms'
import type { Example } from '#practice/model/examples'
import type { Told } from '#practice/model/tell'
import type { FrontPage } from '../layout.ts'
import { html, type Html } from '../html.ts'
import { practiceMarket } from '../practice/market.ts'

const rule = ({ id, title, sentences, terms = [] }: MarketRule): Html =>
  html`<section class="part rule" id="${id}">
    <h2>${title}</h2>
    ${sentences.map(sentence => html`<p class="measure">${sentence}</p>`)}
    ${
      terms.length > 0 &&
      html`<dl class="facts rule-terms">
        ${terms.map(
          term =>
            html`<dt>${term}</dt>
              <dd>${TERMS[term]}</dd>`,
        )}
      </dl>`
    }
  </section>`

const figureRow = (figure: Figure): Html => {
  const only = onlyText(figure)
  return html`<tr>
    <th scope="row">${FIGURES[figure].label}${only !== '' && html`<div class="rule-only">${only}</div>`}</th>
    ${READERS.map(reader => html`<td>${MOMENTS[FIGURES[figure][reader]].label}</td>`)}
  </tr>`
}

const disclosed = (): Html =>
  html`<section class="part rule" id="disclosure">
    <h2>Who may read what</h2>
    <p class="measure">
      One table decides who reads which figure of offers, bids and results, and from when. The owner's column
      holds for its agent in the round too; a counterparty trades with the owner; a participant takes part in
      the round. A sum over all is told only where enough independent parties stand behind it.
    </p>
    <div class="table-scroll" role="region" aria-label="Table of who may read what" tabindex="0">
      <table class="table">
        <caption>
          From when each figure is told, and to whom
        </caption>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            ${READERS.map(reader => html`<th scope="col">${reader}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${(Object.keys(FIGURES) as Figure[]).map(figureRow)}
        </tbody>
      </table>
    </div>
  </section>`

const EXAMPLE_ID = 'example'

/** The rules of a match in words, with one example worked out by the engine. */
export const howItWorksPage = (example: Example, told: Told): FrontPage => ({
  title: 'How a round is matched',
  description:
    'How offers and bids become a match: who wins, how prices are made, ties, groups, reserve, rounding, and who may read what.',
  scripts: ['practice'],
  body: html`<h1>How a round is matched</h1>
    <p class="lead measure">
      A market operator runs rounds. In each, all offers of suppliers and all bids of buyers are put together
      at once, so that as much as possible is gained by those who take part, and what is gained is shared by a
      published rule.
    </p>
    <nav class="contents" aria-label="On this page">
      <ul>
        ${MARKET_RULES.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
        <li><a href="#disclosure">Who may read what</a></li>
        <li><a href="#${EXAMPLE_ID}">One worked example</a></li>
      </ul>
    </nav>
    ${MARKET_RULES.map(rule)} ${disclosed()}
    <section class="part rule" id="checking">
      <h2>Checking a match</h2>
      <p class="measure">
        Of every match there is a file from which all can be worked out again. The operator may hand it to
        whoever is to check it; <a href="/verify/match/">a page of this market</a> does so in the browser,
        with a solver of its own. Where a market publishes its matches, anyone finds that file with the
        <a href="/rounds">round</a> once the match is accepted. Names are left out of it, but anyone can work
        out most names from the units in the public register. If you took part, the receipt of your offer or
        bid leads to your line; if you know a better match, you can hand it in.
      </p>
    </section>
    <section class="part rule" id="${EXAMPLE_ID}">
      <h2>One worked example</h2>
      <p class="measure">
        ${example.shows} All parties are invented; the engine is the one that matches rounds. More examples,
        of ties, groups, fixed terms and habitats, are in the <a href="/practice">practice market</a>.
      </p>
      ${practiceMarket(example, told)}
    </section>`,
})
