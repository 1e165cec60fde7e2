import {
  DISCLOSABLE_FIGURES,
  DISCLOSURE_TIMES,
  figureConditionText,
  FIGURE_READERS,
  type DisclosableFigure,
} from '#domain/disclosure/disclosure'
import { CASE_RULES_PAGE } from '#contract/public/public-pages'
import { MARKET_RULES, type MarketRule } from '#domain/round/market-rules'
import { keysOf } from '#domain/values/narrow'
import { GLOSSARY_TERMS } from '#domain/text/terms'
import type { Example } from '#practice/model/examples'
import type { PracticeResult } from '#practice/model/tell'
import type { PublicPage } from '../layout.ts'
import { html, type Html } from '../html.ts'
import { htmlTable } from '../table.ts'
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
              <dd>${GLOSSARY_TERMS[term]}</dd>`,
        )}
      </dl>`
    }
  </section>`

const nameOf = (figure: DisclosableFigure): Html => {
  const only = figureConditionText(figure)
  return html`${DISCLOSABLE_FIGURES[figure].label}${only !== '' && html`<div class="rule-only">${only}</div>`}`
}

const disclosed = (): Html =>
  html`<section class="part rule" id="disclosure">
    <h2>Who can see what</h2>
    <p class="measure">
      This table shows who can see each figure of offers, bids and results, and from when. The owner’s agent
      in the round can see everything that the owner can see. A counterparty is someone who trades with the
      owner. A participant is anyone who takes part in the round. We show a total only if it includes enough
      independent parties.
    </p>
    ${htmlTable<DisclosableFigure>(
      'Table of who can see what',
      [
        { title: 'Figure', cell: nameOf },
        ...FIGURE_READERS.map(reader => ({
          title: reader,
          cell: (figure: DisclosableFigure) => DISCLOSURE_TIMES[DISCLOSABLE_FIGURES[figure][reader]].label,
        })),
      ],
      keysOf(DISCLOSABLE_FIGURES),
      { caption: 'Who can see each figure, and from when' },
    )}
  </section>`

const EXAMPLE_ID = 'example'

/** Rules of a match in words, with one example calculated by the engine. */
export const howItWorksPage = (example: Example, told: PracticeResult): PublicPage => ({
  title: 'How a round is matched',
  description:
    'How offers and bids are matched: who wins, how prices are set, ties, groups, reserve, rounding, and who can see what.',
  scripts: ['practice'],
  body: html`<h1>How a round is matched</h1>
    <p class="lead measure">
      The market operator runs rounds. In each round, all suppliers’ offers and all buyers’ bids are matched
      at once. The match is the one that creates the most value for those who take part, and a published rule
      shares that value among the winners.
    </p>
    <nav class="contents" aria-label="On this page">
      <ul class="row">
        ${MARKET_RULES.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
        <li><a href="#disclosure">Who can see what</a></li>
        <li><a href="#${EXAMPLE_ID}">Worked example</a></li>
      </ul>
    </nav>
    ${MARKET_RULES.map(rule)} ${disclosed()}
    <section class="part rule" id="checking">
      <h2>Checking a match</h2>
      <p class="measure">
        Every match has an audit file, from which the whole result can be recalculated. The market operator
        can give it to anyone who is to check the match. You can
        <a href="/verify/match/">check a match on this site</a>: your browser checks it with a second program,
        which shares no code with the engine. Both use the solver HiGHS, each in a form of its own. If a
        market publishes its matches, anyone can download the file from the page of the
        <a href="/rounds">round</a> once the match is accepted. The file has no names, but anyone can work out
        most names from the units in the public register. If you took part, you can find your line in the file
        with the receipt for your offer or bid. If you know a better match, you can submit it.
      </p>
    </section>
    <section class="part rule" id="failures">
      <h2>When a project fails</h2>
      <p class="measure">
        A settled round is not the end: <a href="${CASE_RULES_PAGE}">what happens when a project fails</a>
        says which units fail, what replaces them, who decides, and who gets a message.
      </p>
    </section>
    <section class="part rule" id="${EXAMPLE_ID}">
      <h2>Worked example</h2>
      <p class="measure">
        ${example.shows} All parties are made up. The engine is the one that matches real rounds. The
        <a href="/practice">practice market</a> has more examples, with ties, groups, fixed terms and
        habitats.
      </p>
      ${practiceMarket(example, told)}
    </section>`,
})
