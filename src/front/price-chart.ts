import { penceOf, showMoney } from '@credit-market/values/money'
import { type Html, html } from './html.ts'

/** Mark of a chart: a median price with its quartiles; null if the price is suppressed. */
export interface PriceMark {
  /** Short label below the mark. */
  label: string
  price: { median: number; lower: number | null; upper: number | null } | null
}

const WIDTH = 360
const HEIGHT = 210
const LEFT = 58
const RIGHT = 8
const TOP = 12
const BOTTOM = 26

const STEPS = [1, 2, 2.5, 5, 10]

/** Round ticks from 0 to at least the greatest price, at most four steps. */
const ticksTo = (greatest: number): number[] => {
  const power = 10 ** Math.floor(Math.log10(Math.max(greatest, 1) / 4))
  const step = power * (STEPS.find(one => one * power * 4 >= greatest) ?? 10)
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, at) => at * step)
}

const whole = (price: number): string => showMoney(penceOf(price))

/**
 * Median prices next to each other, oldest first, each with its interquartile range as a band; a table next
 * to it must say the same.
 */
export const priceChart = (title: string, marks: readonly PriceMark[]): Html => {
  const ticks = ticksTo(
    Math.max(...marks.map(({ price }) => Math.max(price?.median ?? 0, price?.upper ?? 0))),
  )
  const most = ticks.at(-1) ?? 1
  const heightOf = (price: number): number =>
    Math.round(10 * (TOP + (HEIGHT - TOP - BOTTOM) * (1 - price / most))) / 10
  const slot = (WIDTH - LEFT - RIGHT) / Math.max(marks.length, 1)
  const middle = (at: number): number => Math.round(10 * (LEFT + slot * (at + 0.5))) / 10
  return html`<svg class="price-chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
    ${ticks.map(
      tick =>
        html`<line
            class="chart-rule"
            x1="${LEFT}"
            x2="${WIDTH - RIGHT}"
            y1="${heightOf(tick)}"
            y2="${heightOf(tick)}"
          />
          <text class="chart-label" x="${LEFT - 6}" y="${heightOf(tick) + 4}" text-anchor="end"
            >${whole(tick)}</text
          >`,
    )}
    ${marks.map(
      ({ label, price }, at) =>
        html`<g>
          ${
            price === null
              ? html`<text class="chart-label" x="${middle(at)}" y="${heightOf(0) - 6}" text-anchor="middle"
                  >too few sales</text
                >`
              : markOf(price, middle(at), heightOf)
          }
          <text class="chart-label" x="${middle(at)}" y="${HEIGHT - 8}" text-anchor="middle">${label}</text>
        </g>`,
    )}
  </svg>`
}

const markOf = (
  { median, lower, upper }: NonNullable<PriceMark['price']>,
  x: number,
  heightOf: (price: number) => number,
): Html =>
  html`${
      lower !== null &&
      upper !== null &&
      html`<rect
        class="chart-band"
        x="${x - 9}"
        width="18"
        rx="3"
        y="${heightOf(upper)}"
        height="${Math.max(2, heightOf(lower) - heightOf(upper))}"
      />`
    }
    <circle class="chart-dot" cx="${x}" cy="${heightOf(median)}" r="5" />
    <text class="chart-value" x="${x + 12}" y="${heightOf(median) + 4}">${whole(median)}</text>`
