import { showMoney } from '@credit-market/values/money'
import { PRICE_EXAMPLE } from '../example.ts'
import { type Html, html } from '../html.ts'

const pounds = (amount: number): string => showMoney(amount * 100)

const { wetland, developments, surplus, share } = PRICE_EXAMPLE
const ask = wetland.offer + wetland.costs
const bids = developments.reduce((sum, { bid }) => sum + bid, 0)

interface Piece {
  name: string
  from: number
  amount: number
}

const behindEachOther = (pieces: readonly Omit<Piece, 'from'>[]): Piece[] => {
  let from = 0
  return pieces.map(piece => {
    const placed = { ...piece, from }
    from += piece.amount
    return placed
  })
}

const SCALE = 1000

/** Bar of pieces, as long as all bids together. */
const bar = (y: number, name: string, pieces: readonly Piece[]): Html =>
  html`${pieces.map(
    ({ from, amount }, at) =>
      html`<rect
        class="example-${name} example-piece-${at}"
        x="${(from / bids) * SCALE}"
        y="${y}"
        width="${(amount / bids) * SCALE - 3}"
        height="40"
        rx="3"
      />`,
  )}`

const drawing = (): Html => {
  const wanted = behindEachOther(developments.map(({ name, bid }) => ({ name, amount: bid })))
  const needed = behindEachOther([
    { name: wetland.name, amount: ask },
    { name: 'surplus', amount: surplus },
  ])
  return html`<figure class="example-figure">
    <p class="example-label">The three bids add up to <b>${pounds(bids)}</b></p>
    <svg class="example-bar" viewBox="0 0 ${SCALE} 40" preserveAspectRatio="none" aria-hidden="true">
      ${bar(0, 'bids', wanted)}
    </svg>
    <svg class="example-bar" viewBox="0 0 ${SCALE} 40" preserveAspectRatio="none" aria-hidden="true">
      ${bar(0, 'ask', needed)}
    </svg>
    <div class="example-under">
      <p>The wetland needs <b>${pounds(ask)}</b></p>
      <p>Surplus: <b>${pounds(surplus)}</b></p>
    </div>
  </figure>`
}

/** Explains prices with one small round. */
export const priceExampleSection = (): Html =>
  html`<section class="part" aria-labelledby="prices">
    <h2 id="prices">How prices are set</h2>
    <div class="example">
      <div class="example-words">
        <p>
          The market finds the match with the greatest surplus: the winning bids minus what the winning
          projects ask for. Winners share the surplus. The harder a winner is to replace, the larger its
          share. No one pays more than they bid or receives less than they asked for.
        </p>
        <p>
          In this example, a wetland keeps ${wetland.kilograms} kg of nitrogen a year out of a river. The
          landholder offers it for ${pounds(wetland.offer)}, and looking after it costs
          ${pounds(wetland.costs)} more. No two of the three developments could pay for it on their own. So
          the wetland and all three developments are needed equally, and each gets a quarter of the
          ${pounds(surplus)} surplus.
        </p>
        ${drawing()}
      </div>
      <div class="table-scroll" role="region" aria-label="The example in figures" tabindex="0">
        <table class="table example-table">
          <caption>
            A made-up round: offers, bids and results
          </caption>
          <thead>
            <tr>
              <th scope="col">Party</th>
              <th scope="col" class="is-number">Bid or asking price</th>
              <th scope="col" class="is-number">Pays or receives</th>
              <th scope="col" class="is-number">Share of surplus</th>
            </tr>
          </thead>
          <tbody>
            ${developments.map(
              ({ name, kilograms, bid, pays }) =>
                html`<tr>
                  <th scope="row">${name}, ${kilograms} kg</th>
                  <td class="is-number">${pounds(bid)}</td>
                  <td class="is-number">${pounds(pays)}</td>
                  <td class="is-number">${pounds(share)}</td>
                </tr>`,
            )}
            <tr>
              <th scope="row">${wetland.name}, ${wetland.kilograms} kg</th>
              <td class="is-number">${pounds(ask)}</td>
              <td class="is-number">
                <span class="example-receives">receives</span> ${pounds(wetland.receives)}
              </td>
              <td class="is-number">${pounds(share)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </div>
    <p class="start-more">
      <a href="/how-it-works">Read the full rule, with ties, reserve and rounding</a> ·
      <a href="/practice">Change the bids yourself</a>
    </p>
  </section>`
