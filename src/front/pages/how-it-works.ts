import {
  DISCLOSABLE_FIGURES,
  DISCLOSURE_TIMES,
  figureConditionText,
  FIGURE_READERS,
  type DisclosableFigure,
} from '#domain/disclosure/disclosure'
import { CASE_RULES_PAGE, LAND_DESK_PAGE, NEED_DESK_PAGE } from '#contract/public/public-pages'
import { MARKET_RULES, type MarketRule } from '#domain/round/market-rules'
import { keysOf } from '#domain/values/narrow'
import { GLOSSARY_TERMS } from '#domain/text/terms'
import type { Example } from '#practice/model/examples'
import type { PracticeResult } from '#practice/model/tell'
import type { PublicPage } from '../layout.ts'
import { html, type Html } from '../html.ts'
import { htmlTable } from '../table.ts'
import { practiceMarket } from '../practice/market.ts'

/** A folded part of the page. Its id is inside, so that a browser unfolds the part when a link leads there. */
const folded = (id: string, title: string, content: Html): Html =>
  html`<details class="rule">
    <summary><h2>${title}</h2></summary>
    <div id="${id}">${content}</div>
  </details>`

const CASES = html`<p class="measure">
  <a href="${CASE_RULES_PAGE}">Rules of cases</a>: who decides, what replaces failed units, and who gets a
  message.
</p>`

const rule = ({ id, title, sentences, terms = [] }: MarketRule): Html =>
  folded(
    id,
    title,
    html`${sentences.map(sentence => html`<p class="measure">${sentence}</p>`)}
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
    ${id === 'failure' && CASES}`,
  )

const nameOf = (figure: DisclosableFigure): Html => {
  const only = figureConditionText(figure)
  return html`${DISCLOSABLE_FIGURES[figure].label}${only !== '' && html`<div class="rule-only">${only}</div>`}`
}

const disclosed = (): Html =>
  folded(
    'disclosure',
    'Who can see what',
    html`<p class="measure">
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
      )}`,
  )

const EXAMPLE_ID = 'example'

/** The first things that one kind of reader needs to know, with links. */
interface ReaderGuide {
  title: string
  sentences: readonly string[]
  links: readonly (readonly [to: string, label: string])[]
}

const TRUTH = ['#truth', 'Should you say what it is worth to you?'] as const

const READERS: readonly ReaderGuide[] = [
  {
    title: 'You have land',
    sentences: [
      'Offer a project once, with the lowest amount that you would accept. If you win, you never receive less. If you lose, you pay nothing.',
      'The rule is fair, but asking for exactly your lowest amount does not always pay best.',
    ],
    links: [
      [LAND_DESK_PAGE, 'What your land can earn'],
      ['#prices', 'How prices are set'],
      TRUTH,
      ['#payments', 'When you are paid'],
    ],
  },
  {
    title: 'You need credits',
    sentences: [
      'Bid once for what you need, with the highest amount that you would pay. If you win, you never pay more. The market finds the projects.',
      'The rule is fair, but bidding exactly your highest amount does not always pay best.',
    ],
    links: [
      [NEED_DESK_PAGE, 'What credits are likely to cost'],
      ['#places', 'Which credits meet your need'],
      TRUTH,
      ['#payments', 'When you pay'],
    ],
  },
  {
    title: 'You check an application',
    sentences: [
      'The public register shows which units are held for a development. A signed certificate says the same, and whether it is still valid today.',
      'You do not need an account to look up either.',
    ],
    links: [
      ['/register', 'Find an application in the register'],
      ['/verify', 'Check a certificate'],
      ['#failure', 'What happens when a project fails'],
      ['#disclosure', 'Who can see what'],
    ],
  },
]

const readerCard = ({ title, sentences, links }: ReaderGuide): Html =>
  html`<li class="card reader-card">
    <h2>${title}</h2>
    ${sentences.map(sentence => html`<p>${sentence}</p>`)}
    <ul class="plain-list">
      ${links.map(([to, label]) => html`<li><a href="${to}">${label}</a></li>`)}
    </ul>
  </li>`

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
    <ul class="cards" role="list">
      ${READERS.map(readerCard)}
    </ul>
    <section class="part" aria-labelledby="rules">
      <h2 class="rules-title" id="rules">All the rules</h2>
      ${MARKET_RULES.map(rule)} ${disclosed()}
      ${folded(
        'checking',
        'Checking a match',
        html`<p class="measure">
          Every match has an audit file, from which the whole result can be recalculated. The market operator
          can give it to anyone who is to check the match. You can
          <a href="/verify/match/">check a match on this site</a>: your browser checks it with a second
          program, which shares no code with the engine. Both use the solver HiGHS, each in a form of its own.
          If a market publishes its matches, anyone can download the file from the page of the
          <a href="/rounds">round</a> once the match is accepted. The file has no names, but anyone can work
          out most names from the units in the public register. If you took part, you can find your line in
          the file with the receipt for your offer or bid. If you know a better match, you can submit it.
        </p>`,
      )}
      ${folded(
        EXAMPLE_ID,
        'Worked example',
        html`<p class="measure">
            ${example.shows} All parties are made up. The engine is the one that matches real rounds. The
            <a href="/practice">practice market</a> has more examples, with ties, groups, fixed terms and
            habitats.
          </p>
          ${practiceMarket(example, told)}`,
      )}
    </section>`,
})
