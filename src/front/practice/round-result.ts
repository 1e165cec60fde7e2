import { UNIT_NAMES } from '#domain/credit-type'
import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import { type Pence, showMoney } from '#domain/money'
import { outcomeOf, type ItemOutcome } from '#domain/outcome'
import { pricePerUnit } from '#domain/price'
import { criticalText, partText, paymentSteps } from '#domain/result-words'
import { showUnits } from '#domain/units'
import { html, type Html } from '../html.ts'
import { OWN } from './round-copy.ts'

/** A result always tells pence, in every amount. */
const money = (pence: Pence): string => showMoney(pence, true)

const perUnit = (item: ItemOutcome): string => {
  const price = pricePerUnit(Math.abs(item.payment), item.units)
  return item.won && typeof price === 'number' ? `${money(price)} per unit` : ''
}

/** What came of the reader's own bid, in one sentence. */
export const ownSentence = (problem: MatchProblem, solution: MatchSolution): string => {
  const own = outcomeOf(problem, solution).items.find(({ id }) => id === OWN)
  if (!own?.won) return 'Your bid does not win.'
  return `Your bid wins${own.percent < 100 ? ` ${partText(own)}` : ''}: you pay ${money(own.payment)}, ${perUnit(own)}.`
}

const ownWords = (own: ItemOutcome): Html =>
  html`<p>${own.sentence} ${own.critical !== null && criticalText(own.of, own.critical)}</p>
    ${
      own.won &&
      html`<dl class="steps">
        ${paymentSteps({ bids: own.value, offers: 0, costs: 0, share: own.share, payment: own.payment }).map(
          ({ of, label, amount }) =>
            html`<div class="${of === 'total' ? 'steps-line is-total' : 'steps-line'}">
              <dt>${label}</dt>
              <dd>${money(amount)}</dd>
            </div>`,
        )}
      </dl>`
    }`

const row = (item: ItemOutcome): Html =>
  html`<tr>
    <th scope="row">${item.name}</th>
    <td class="is-number">${money(item.amount)}</td>
    <td>
      ${item.won ? item.units.map(({ units, creditType }) => html`<div>${showUnits(units)} ${UNIT_NAMES[creditType]}</div>`) : 'does not win'}
    </td>
    <td class="is-number">
      ${item.won ? `${item.payment > 0 ? 'pays' : 'receives'} ${money(Math.abs(item.payment))}` : '–'}
    </td>
    <td class="is-number">${perUnit(item) || '–'}</td>
  </tr>`

/** The reader's own bid, then all others by their numbers. */
const ownFirst = (a: ItemOutcome, b: ItemOutcome): number =>
  Number(b.id === OWN) - Number(a.id === OWN) ||
  a.of.localeCompare(b.of) ||
  a.name.localeCompare(b.name, 'en', { numeric: true })

/** What came of a copy of a round with the reader's own bid in it. */
export const roundResultHtml = (problem: MatchProblem, solution: MatchSolution): Html => {
  const { items } = outcomeOf(problem, solution)
  const own = items.find(({ id }) => id === OWN)
  return html`${own && ownWords(own)}
    <div class="table-scroll" role="region" aria-label="Table of the copy" tabindex="0">
      <table class="table">
        <caption>
          All in the copy; every amount is made up
        </caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" class="is-number">Offer or bid</th>
            <th scope="col">Sold or met</th>
            <th scope="col" class="is-number">Payment</th>
            <th scope="col" class="is-number">Price</th>
          </tr>
        </thead>
        <tbody>
          ${items.toSorted(ownFirst).map(row)}
        </tbody>
      </table>
    </div>`
}
