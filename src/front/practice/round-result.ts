import { UNIT_NAMES } from '#domain/values/credit-type'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { deriveRoundOutcome, type ItemOutcome } from '#domain/match/outcome'
import { pricePerUnit } from '#domain/prices/price'
import { criticalAmountText, wonPercentageText, calculatePaymentSteps } from '#domain/match/result-words'
import { showUnits } from '@credit-market/values/units'
import { html, type Html } from '../html.ts'
import { htmlTable } from '../table.ts'
import { moneyWithPence, paymentText, paymentStepsList } from './payments.ts'
import { OWN_PARTY_ID } from './round-copy.ts'

const perUnit = (item: ItemOutcome): string => {
  const price = pricePerUnit(Math.abs(item.payment), item.units)
  return item.won && typeof price === 'number' ? `${moneyWithPence(price)} per unit` : ''
}

/** Result of the reader's own bid, in one sentence. */
export const ownBidResultText = (problem: MatchProblem, solution: MatchSolution): string => {
  const own = deriveRoundOutcome(problem, solution).items.find(({ id }) => id === OWN_PARTY_ID)
  if (!own?.won) return 'Your bid does not win.'
  const price = `You pay ${moneyWithPence(own.payment)} (${perUnit(own)}).`
  return own.percent < 100 ? `Your bid wins: ${wonPercentageText(own)}. ${price}` : `Your bid wins. ${price}`
}

const ownWords = (own: ItemOutcome): Html =>
  html`<p>${own.sentence} ${own.critical !== null && criticalAmountText(own.of, own.critical)}</p>
    ${
      own.won &&
      paymentStepsList(
        calculatePaymentSteps({
          bids: own.value,
          offers: 0,
          costs: 0,
          share: own.share,
          payment: own.payment,
        }),
      )
    }`

/** Compares results: the reader's own bid first, then all others by their numbers. */
const ownFirst = (a: ItemOutcome, b: ItemOutcome): number =>
  Number(b.id === OWN_PARTY_ID) - Number(a.id === OWN_PARTY_ID) ||
  a.of.localeCompare(b.of) ||
  a.name.localeCompare(b.name, 'en', { numeric: true })

/** Result of a copy of a round with the reader's own bid. */
export const roundResultHtml = (problem: MatchProblem, solution: MatchSolution): Html => {
  const { items } = deriveRoundOutcome(problem, solution)
  const own = items.find(({ id }) => id === OWN_PARTY_ID)
  return html`${own && ownWords(own)}
  ${htmlTable(
    'Results of the copy',
    [
      { title: 'Name', cell: ({ name }) => name },
      { title: 'Offer or bid', isNumber: true, cell: ({ amount }) => moneyWithPence(amount) },
      {
        title: 'Units sold or met',
        cell: ({ won, units: sold }) =>
          won
            ? sold.map(
                ({ units, creditType }) => html`<div>${showUnits(units)} ${UNIT_NAMES[creditType]}</div>`,
              )
            : 'Does not win',
      },
      { title: 'Payment', isNumber: true, cell: ({ won, payment }) => (won ? paymentText(payment) : '–') },
      { title: 'Price', isNumber: true, cell: item => perUnit(item) || '–' },
    ],
    items.toSorted(ownFirst),
    { caption: 'All offers and bids in the copy. Every amount is made up.' },
  )}`
}
